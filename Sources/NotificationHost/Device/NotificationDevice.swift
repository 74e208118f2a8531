// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import SealedPushCore
internal import SealedPushStore
public import UserNotifications

/// Plays the device for one app: permission, what is scheduled, remote pushes through the service extension, what is on the
/// screen, and what the user does with it.
///
/// An app's own code knows the center alone. Make the device where the program starts, make its center the current one, set
/// the center's delegate, then `start()`.
public final class NotificationDevice: Sendable {
    private let engine: CenterEngine
    private let serviceExtension: (any ExtensionRunner & Sendable)?
    private let mayFilter: Bool
    private let lock: DeviceLock?

    /// The app's center.
    public let center: UNUserNotificationCenter

    /// Makes a device; nothing is delivered before `start()`.
    ///
    /// - Throws: `DeviceError`.
    public init(_ configuration: DeviceConfiguration) throws(DeviceError) {
        let environment = ProcessInfo.processInfo.environment
        let folder = try configuration.storage.path(environment: environment)
        let store: NotificationStore
        do throws(StoreError) {
            store = try NotificationStore(
                at: folder.map { "\($0)/store.db" },
                attachments: folder.map { AttachmentFolder(path: Self.attachmentFolder($0)) }
            )
        } catch {
            throw DeviceError(.storage, error.description)
        }
        lock = if let folder { try DeviceLock(folder: folder) } else { nil }
        let bundle = Bundle.main.resourcePath.map { [$0] } ?? []
        engine = CenterEngine(
            store: store,
            presenter: configuration.presenter,
            clock: configuration.clock,
            attachments: try Self.makeAttachmentStore(folder),
            soundFolders: configuration.soundFolders + (folder.map { ["\($0)/Library/Sounds"] } ?? []) + bundle,
            permission: configuration.permission,
            listCapacity: configuration.listCapacity,
            report: configuration.report
        )
        center = UNUserNotificationCenter(system: engine)
        engine.center = center
        engine.connect()
        serviceExtension = configuration.serviceExtension
        mayFilter = configuration.mayFilter
    }

    private static func attachmentFolder(_ folder: String) -> String { "\(folder)/attachments" }

    private static func makeAttachmentStore(_ folder: String?) throws(DeviceError) -> AttachmentStore {
        do throws(FileError) {
            return try AttachmentStore(folder: folder.map(Self.attachmentFolder))
        } catch {
            throw DeviceError(.storage, error.description)
        }
    }

    // MARK: Life

    /// Makes the center what `UNUserNotificationCenter.current()` is in this process.
    public func makeCurrent() { CurrentCenter.install(center) }

    /// Runs code for which `UNUserNotificationCenter.current()` is this device's center, whatever it is elsewhere.
    public func withCurrentCenter<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CurrentCenter.$override.withValue(center, operation: body)
    }

    /// Runs code for which `UNUserNotificationCenter.current()` is this device's center, whatever it is elsewhere.
    public func withCurrentCenter<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await CurrentCenter.$override.withValue(center, operation: body)
    }

    /// The app has finished to launch: what came due while nothing ran is delivered, once, and time begins to count.
    public func start() { engine.start() }

    /// The app ends: nothing more is shown; what is scheduled stays for the next start, here or in another process.
    public func stop() {
        engine.stop()
        lock?.release()
    }

    /// Waits until nothing is under way: no delegate is asked, no presenter is busy.
    public func settle() async {
        await withCheckedContinuation { continuation in engine.whenIdle { continuation.resume() } }
    }

    // MARK: Pushes

    /// Takes a push from the provider: runs the service extension where the system would, and delivers what is to be shown.
    ///
    /// Waits for the extension, so not to be called from a thread that has better to do. When it returns, what is to be shown
    /// is written down and outlives a power cut; the presenter may still be at it.
    /// - Returns: How it came about what is shown.
    /// - Throws: `DeviceError.storage` where it cannot be written down: have the push sent again.
    @discardableResult
    public func receive(_ push: RemotePush) throws(DeviceError) -> ShownNotification {
        if RemotePayload(push.payload) == nil { engine.report("a push that is no JSON object shows nothing") }
        guard try !engine.hasTaken(push) else { return ShownNotification(content: nil, origin: .repeated) }
        var host = PushHost(serviceExtension)
        host.alertsAreAllowed = engine.alertsAreAllowed()
        host.mayFilter = mayFilter
        let shown = host.deliver(push)
        try engine.receive(push, shown)
        return shown
    }

    /// The bytes that a server addresses this app on this device by, made once and kept.
    ///
    /// - Throws: `DeviceError.storage`.
    public func registerForRemoteNotifications() throws(DeviceError) -> Data { try engine.deviceToken() }

    // MARK: The user

    /// Whether the app is in the foreground, which it is not at first: then its delegate says how notifications are presented.
    public var isInForeground: Bool {
        get { engine.read { $0.state.isInForeground } }
        set { engine.perform { $0.state.isInForeground = newValue } }
    }

    /// The user opens a notification; returns when the app is done with it.
    ///
    /// - Throws: `DeviceError.noSuchNotification`.
    public func open(_ identifier: String) async throws(DeviceError) {
        try await respond(identifier, UNNotificationDefaultActionIdentifier, text: nil)
    }

    /// The user dismisses a notification; the app is told where its category asks for that.
    ///
    /// - Throws: `DeviceError.noSuchNotification`.
    public func dismiss(_ identifier: String) async throws(DeviceError) {
        try await respond(identifier, UNNotificationDismissActionIdentifier, text: nil)
    }

    /// The user chooses one of a notification's actions, with a text where it takes one; returns when the app is done with it.
    ///
    /// - Throws: `DeviceError.noSuchNotification`, `noSuchAction`, `wrongInput`.
    public func perform(_ action: String, on identifier: String, text: String? = nil) async throws(DeviceError) {
        try engine.checkAction(action, on: identifier, hasText: text != nil)
        try await respond(identifier, action, text: text)
    }

    /// The user asks for the app's own settings, from a notification or from the system's settings.
    public func openSettings(for identifier: String? = nil) {
        engine.perform { $0.openSettings(identifier) }
    }

    /// The user allows the app to notify, or forbids it, in the system's settings.
    public func setNotificationsAllowed(_ isAllowed: Bool) { engine.setAllowed(isAllowed) }

    private func respond(_ identifier: String, _ action: String, text: String?) async throws(DeviceError) {
        let wasThere = await withCheckedContinuation { continuation in
            engine.perform { engine in
                engine.respond(identifier, action, text: text) { continuation.resume(returning: $0) }
            }
        }
        guard wasThere else {
            throw engine.noSuchNotification(identifier)
        }
    }

    // MARK: Places

    /// The device has moved; degrees, as `CLLocationCoordinate2D` has them.
    public func move(toLatitude latitude: Double, longitude: Double) {
        engine.move(to: CenterEngine.Position(latitude: latitude, longitude: longitude))
    }

    // MARK: What there is

    /// The number on the app's icon.
    public var badge: Int { engine.read { $0.badge } }
}
