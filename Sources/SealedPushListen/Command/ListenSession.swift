// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NotificationHost
internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT
internal import SealedPushStore
internal import UserNotifications

/// One run of the listener, from the options to the summary.
final class ListenSession {
    /// What a push that is being opened, a terminal that is written to, and the programs get at the end, each; whoever asks a
    /// service to stop does not wait much longer.
    private static let patience = Duration.seconds(5)
    /// Delivered notifications that are kept: more than a desktop's list shows, and nobody may ever look at them.
    private static let listCapacity = 500

    private let options: ListenOptions
    private let ending: Ending
    private let speaker: Speaker
    private let target: ListenTarget
    private let folder: ListenFolder
    private let configuration: MQTTConfiguration
    private let clientID: MQTTClientID
    private let device: NotificationDevice
    private let gate: GatePresenter
    private let listener: Listener
    private let program: ProgramQueue?
    /// The center holds it weakly.
    private let delegate: ResponseDelegate

    init(
        _ options: ListenOptions,
        context: CommandContext,
        ending: Ending,
        speaker: Speaker
    ) async throws(CommandError) {
        self.options = options
        self.ending = ending
        self.speaker = speaker
        if let program = options.program { try ProgramFile.check(program, environment: context.environment) }
        let store = try Self.store(options, context)
        target = try ListenTarget(in: store, device: options.device, broker: options.broker)
        configuration = Self.configuration(options, target.broker)
        folder = try Self.folder(options, of: target.device, environment: context.environment)
        clientID = try Self.clientID(options, folder)
        let presenter = try PresenterChoice.presenter(options, environment: context.environment)
        let journal: Journal
        do throws(StoreError) {
            journal = try Journal(at: "\(folder.path)/journal.db")
            program = try Self.program(options, journal, speaker)
        } catch {
            throw CommandError(error)
        }
        let lines = options.asJSON ? LineWriter(descriptor: 1) { Self.end(ending, $0) } : nil
        let teller = Teller(lines: lines, program: program)
        delegate = ResponseDelegate(teller: teller)
        let runner = ReportingRunner(
            ExtensionProcess(executable: "/proc/self/exe", arguments: [ListenExtension.argument, store.path]),
            journal: journal
        )
        gate = GatePresenter(presenter, journal: journal, speaker: speaker)
        var device = DeviceConfiguration(storage: .folder(folder.path), presenter: gate)
        device.serviceExtension = runner
        device.mayFilter = true
        device.listCapacity = Self.listCapacity
        device.report = { speaker.complain($0) }
        do throws(DeviceError) {
            self.device = try NotificationDevice(device)
        } catch {
            throw CommandError(error)
        }
        listener = Listener(
            device: self.device,
            runner: runner,
            journal: journal,
            store: store,
            teller: teller,
            speaker: speaker,
            isEnding: { ending.hasCome }
        )
        self.device.center.delegate = delegate
        do {
            _ = try await self.device.center.requestAuthorization(options: [.alert, .sound])
        } catch {
            throw CommandError(.inputOutput, "this device may not show anything: \(error)")
        }
    }

    // MARK: Running

    func run() async throws(CommandError) -> ExitCode {
        device.start()
        gate.tellProblemLater()
        listener.catchUp()
        program?.start()
        // What an earlier run left is before the user, where that is possible now, before anything new comes.
        await Self.wait(atMost: Self.patience) { [device] in await device.settle() }
        let subscriber = try subscribe()
        let reason = await ending.wait()
        await Self.wait(atMost: Self.patience) { await subscriber.close() }
        await Self.wait(atMost: Self.patience) { [device] in await device.settle() }
        device.stop()
        let left = await program?.close(within: Self.patience, isFinishing: reason == .enough) ?? 0
        if left > 0 { speaker.complain("runs of the program left for the next start: \(left)") }
        var summary = listener.summary
        summary.oversized = subscriber.oversizedCount
        guard case .failure(let error) = reason else {
            speaker.say(summary.text)
            return .done
        }
        // Where nothing has come, the reason is all there is to say.
        if summary != ListenCounts() { speaker.say(summary.text) }
        throw error
    }

    private func subscribe() throws(CommandError) -> MQTTSubscriber {
        let (listener, ending, limit) = (listener, ending, options.limit)
        let session = SessionRecord(in: folder, target.broker, clientID)
        let states = ConnectionStates(target, session: session, ending: ending, speaker: speaker)
        do throws(MQTTError) {
            return try MQTTSubscriber(configuration, clientID: clientID, topics: [target.topic]) { state in
                states.take(state)
            } onMessage: { delivery in
                guard !ending.hasCome, listener.take(delivery.message.payload) else { return delivery.leave() }
                delivery.acknowledge()
                if let limit, listener.summary.all >= limit { ending.end(.enough) }
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// Waits for something that may take for ever, but not longer than a time; it goes on all the same.
    private static func wait(atMost time: Duration, _ work: @escaping @Sendable () async -> Void) async {
        let isDone = Ending()
        Task {
            await work()
            isDone.end(.enough)
        }
        Task {
            try? await Task.sleep(for: time)
            isDone.end(.signal)
        }
        _ = await isDone.wait()
    }
}
