// SPDX-License-Identifier: Apache-2.0

/// What is on the screen, both ways: by request identifier, and by the daemon's number.
struct ShownTable {
    private struct Entry {
        let reference: DesktopReference
        let age: UInt64
    }

    private(set) var daemon: DaemonIdentity?
    private var entries: [String: Entry] = [:]
    /// Of the daemon that runs now.
    private var identifiers: [UInt32: String] = [:]
    /// Grows with each notification.
    private(set) var lastAge: UInt64 = 0

    /// Keeps what this run of a daemon shows, and forgets what an earlier one did: its numbers may mean others' by now.
    mutating func meet(_ daemon: DaemonIdentity) {
        self.daemon = daemon
        entries = entries.filter { $0.value.reference.daemon == daemon }
        identifiers = [:]
        for (identifier, entry) in entries { identifiers[entry.reference.number] = identifier }
    }

    mutating func insert(_ reference: DesktopReference, for identifier: String) {
        remove(identifier)
        if reference.daemon == daemon {
            // A daemon that gives one number twice has taken the first away.
            if let other = identifiers[reference.number] { entries[other] = nil }
            identifiers[reference.number] = identifier
        }
        lastAge += 1
        entries[identifier] = Entry(reference: reference, age: lastAge)
        if entries.count > DesktopLimits.shown, let oldest = entries.min(by: { $0.value.age < $1.value.age }) {
            remove(oldest.key)
        }
    }

    mutating func remove(_ identifier: String) {
        guard let entry = entries.removeValue(forKey: identifier) else { return }
        if identifiers[entry.reference.number] == identifier { identifiers[entry.reference.number] = nil }
    }

    func reference(for identifier: String) -> DesktopReference? { entries[identifier]?.reference }

    func age(of identifier: String) -> UInt64? { entries[identifier]?.age }

    /// The request's identifier of a number of the daemon that runs now.
    func identifier(of number: UInt32) -> String? { identifiers[number] }
}
