// SPDX-License-Identifier: Apache-2.0

/// How many pushes came, and what became of them.
struct ListenCounts: Hashable, Sendable {
    /// Opened and shown.
    var opened = 0
    /// Sealed pushes that could not be opened: the placeholder was shown.
    var failed = 0
    /// What was no sealed push: not shown.
    var refused = 0
    /// Came before: not shown again.
    var repeated = 0
    /// Larger than any push: not looked at.
    var oversized = 0

    var all: Int { opened + failed + refused + repeated }

    /// A line for the end.
    var text: String {
        let parts = [
            (failed, "could not be opened"), (refused, "no sealed push"), (repeated, "came again"),
            (oversized, "too large"),
        ]
        return (["\(opened) opened"] + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }
}
