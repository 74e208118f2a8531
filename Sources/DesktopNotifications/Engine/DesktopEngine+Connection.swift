// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCore

/// From nothing to a daemon that takes notifications, and back.
extension DesktopEngine {
    // MARK: The bus

    func connect() {
        reconnectAt = nil
        phase = .connecting
        holdUntil = .now + times.patience
        do throws(BusError) {
            let connection = try BusConnection(address: address)
            self.connection = connection
            // Before the questions, so that no change can fall between an answer and the signals.
            let rules = [
                "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                    + "member='NameOwnerChanged',arg0='\(DaemonName.wellKnown)'",
                "type='signal',sender='\(DaemonName.wellKnown)',interface='\(DaemonName.interface)'",
            ]
            for rule in rules { _ = try connection.send(.bus("AddMatch", .string(rule))) }
            send(.bus("GetId"), .busIdentifier)
            send(.bus("GetNameOwner", .string(DaemonName.wellKnown)), .owner)
        } catch {
            disconnect(error)
        }
    }

    func disconnect(_ error: BusError) {
        connection = nil
        bus = nil
        restartAt = nil
        phase = .offline
        reconnectAt = .now + times.reconnect.next()
        report(problem: "\(error) at \(PrintableText.excerpt(address)); trying again")
        loseDaemon()
    }

    /// Sends a call whose answer matters, for as long as patience lasts; without that answer there is no going on.
    func send(_ call: BusCall, _ purpose: AwaitedCall.Purpose) {
        do throws(BusError) {
            try ask(call, purpose)
        } catch {
            disconnect(error)
        }
    }

    /// Sends a call and waits for its answer, for as long as patience lasts.
    func ask(_ call: BusCall, _ purpose: AwaitedCall.Purpose) throws(BusError) {
        guard let connection else { throw BusError("there is no bus") }
        calls[try connection.send(call)] = AwaitedCall(purpose: purpose, deadline: .now + times.patience)
    }

    // MARK: The daemon

    func startDaemon() {
        restartAt = nil
        guard phase == .absent || phase == .connecting else { return }
        phase = .starting
        if holdUntil == nil { holdUntil = .now + times.patience }
        send(.bus("StartServiceByName", .string(DaemonName.wellKnown), .unsigned(0)), .start)
    }

    func ownerChanged(to name: String) {
        guard name != owner ?? "" else { return }
        if owner != nil { loseDaemon() }
        guard !name.isEmpty else {
            beAbsent(startingAgain: true)
            return
        }
        restartAt = nil
        owner = name
        phase = .greeting
        if holdUntil == nil { holdUntil = .now + times.patience }
        send(.daemon(name, "GetCapabilities"), .capabilities)
    }

    /// There is a bus, and no daemon on it.
    func beAbsent(startingAgain: Bool) {
        phase = .absent
        holdUntil = nil
        if startingAgain { restartAt = .now + times.restart.next() }
        report(problem: "no notification daemon runs in this desktop session; start one, such as dunst")
        refuseWaiting()
    }

    /// Forgets the daemon; what it was about to show is not shown.
    private func loseDaemon() {
        owner = nil
        abilities = []
        holdUntil = nil
        retryAt = nil
        let lost = calls.sorted { $0.key < $1.key }.compactMap(\.value.showing)
        calls = [:]
        for showing in lost { answer(showing, .notNow) }
        refuseWaiting()
    }

    func beReady() {
        guard let bus, let owner else { return }
        phase = .ready
        holdUntil = nil
        retryAt = nil
        shown.meet(DaemonIdentity(bus: bus, owner: owner))
        report(problem: nil, abilities: abilities.offered)
        let owed = owedCloses
        owedCloses = []
        for reference in owed { close(reference) }
        emit(.ready)
        sendWaiting()
    }

    /// The daemon does not answer: nothing waits for it any longer.
    func beSilent() {
        guard phase == .ready || phase == .greeting, let owner else { return }
        let mustProbe = phase == .ready
        phase = .silent
        holdUntil = nil
        report(problem: "the notification daemon does not answer; restart it")
        refuseWaiting()
        if mustProbe {
            send(.daemon(owner, "GetServerInformation"), .probe)
        }
    }
}
