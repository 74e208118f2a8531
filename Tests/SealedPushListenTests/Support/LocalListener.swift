// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushCore
import SealedPushStore
import TestSupport
import UserNotifications

@testable import SealedPushListen

/// A listener in this process, without a broker, and a presenter that keeps what it is given.
///
/// Made once more for the same device it is the listener after a restart.
final class LocalListener {
    let presenter: RecordingPresenter
    let device: NotificationDevice
    let journal: Journal
    let listener: Listener
    let teller: Teller
    let program: ProgramQueue?
    let output = Inbox()
    /// What was said on standard error.
    let said = Inbox()

    init(
        _ under: DeviceUnderTest,
        presenter: RecordingPresenter = RecordingPresenter(),
        runner: (any ExtensionRunner & Sendable)? = nil,
        program: String? = nil,
        limits: ProgramLimits = ProgramLimits()
    ) async throws {
        self.presenter = presenter
        let path = under.store.path
        journal = try Journal(at: under.folder.path("listen/journal.db"))
        let errors = try Self.pipe()
        said.read(errors.0)
        let speaker = Speaker(descriptor: errors.1)
        let reporting = ReportingRunner(
            runner ?? InProcessExtension { ListenExtension(store: path) },
            journal: journal
        )
        var configuration = DeviceConfiguration(
            storage: .folder(under.folder.path("listen")),
            presenter: GatePresenter(presenter, journal: journal, speaker: speaker)
        )
        configuration.serviceExtension = reporting
        configuration.mayFilter = true
        device = try await Self.device(configuration)
        let ends = try Self.pipe()
        output.read(ends.0)
        let queue = try program.map { [journal] program in
            try ProgramQueue(program, journal: journal, limits: limits) { speaker.complain($0) }
        }
        self.program = queue
        teller = Teller(lines: LineWriter(descriptor: ends.1) { _ in }, program: queue)
        listener = Listener(
            device: device,
            runner: reporting,
            journal: journal,
            store: under.store,
            teller: teller,
            speaker: speaker
        )
        _ = try await device.center.requestAuthorization(options: [.alert, .sound])
        device.start()
        await device.settle()
    }

    deinit { end() }

    /// The process ends; the next one may begin.
    func end() { device.stop() }

    var shownTitles: [String] { presenter.presentations.map(\.title) }
    var shownBodies: [String] { presenter.presentations.map(\.body) }

    func take(_ payload: [UInt8]) async -> Bool {
        let isDone = listener.take(payload)
        await device.settle()
        return isDone
    }

    /// A child of another test that is just being started may hold the lock of the one before for a moment.
    private static func device(_ configuration: DeviceConfiguration) async throws -> NotificationDevice {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do throws(DeviceError) {
                return try NotificationDevice(configuration)
            } catch {
                guard error.code == .inUse, ContinuousClock.now < end else { throw error }
            }
            await Task.yield()
        }
    }

    private static func pipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw Broker.Failed(description: "no pipe") }
        return (ends[0], ends[1])
    }
}
