// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost

/// What the presenter's thread lets others see.
struct DesktopStatus: Sendable {
    var abilities: PresenterAbilities = []
    /// Why nothing can be shown now; one line.
    var problem: String? = "no notification daemon has answered yet"
    /// Set by whoever stops it: nothing is called after that.
    var isStopped = false
    /// The tokens that came before a click, by request identifier, and the same identifiers from the oldest on.
    private var tokens: [String: String] = [:]
    private var tokenOrder: [String] = []

    mutating func keepToken(_ token: String, for identifier: String) {
        tokenOrder.removeAll { $0 == identifier }
        tokenOrder.append(identifier)
        tokens[identifier] = token
        if tokenOrder.count > DesktopLimits.tokens { tokens[tokenOrder.removeFirst()] = nil }
    }

    mutating func takeToken(for identifier: String) -> String? {
        tokenOrder.removeAll { $0 == identifier }
        return tokens.removeValue(forKey: identifier)
    }
}
