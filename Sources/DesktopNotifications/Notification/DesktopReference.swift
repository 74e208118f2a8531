// SPDX-License-Identifier: Apache-2.0

/// A notification on a desktop, so that a later process finds it and knows what its actions are called.
///
/// Its text is `BUS/OWNER/NUMBER?KEY=IDENTIFIER&…`, with percent encoding.
struct DesktopReference: Hashable, Sendable {
    /// More characters than any reference of ours has.
    private static let longestText = 65_536
    private static let kept = "-._~:"

    let daemon: DaemonIdentity
    /// What the daemon calls it; never 0.
    let number: UInt32
    /// The identifiers of its actions by the keys that the daemon has for them.
    let actions: [String: String]

    init(daemon: DaemonIdentity, number: UInt32, actions: [String: String]) {
        self.daemon = daemon
        self.number = number
        self.actions = actions
    }

    /// Reads a text; `nil` for what is none of ours.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let bus = PercentEncoding.decode(parts[0]), !bus.isEmpty,
            let owner = PercentEncoding.decode(parts[1]), owner.hasPrefix(":"),
            let number = UInt32(parts[2]), number > 0
        else { return nil }
        var actions: [String: String] = [:]
        if halves.count == 2 {
            for pair in halves[1].split(separator: "&", omittingEmptySubsequences: false) {
                let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
                guard sides.count == 2, let key = PercentEncoding.decode(sides[0]),
                    let identifier = PercentEncoding.decode(sides[1])
                else { return nil }
                actions[key] = identifier
            }
        }
        self.init(daemon: DaemonIdentity(bus: bus, owner: owner), number: number, actions: actions)
    }

    var text: String {
        func encode(_ text: String) -> String { PercentEncoding.encode(text, keeping: Self.kept) }
        let place = "\(encode(daemon.bus))/\(encode(daemon.owner))/\(number)"
        guard !actions.isEmpty else { return place }
        let pairs = actions.sorted { $0.key < $1.key }.map { "\(encode($0.key))=\(encode($0.value))" }
        return "\(place)?\(pairs.joined(separator: "&"))"
    }
}
