// SPDX-License-Identifier: Apache-2.0

/// Whom a stop came before: nothing was begun for them.
struct Unsent: Sendable {
    /// How many, as far as they were counted.
    private(set) var count = 0
    /// The first of them, as the list has it.
    private(set) var first: String?
    /// Whether the list goes on behind those that were counted.
    var isCutShort = false

    mutating func add(_ name: String) {
        first = first ?? name
        count += 1
    }

    /// What the summary of a run says of them, behind what it says of the others.
    var summary: String {
        var text = count > 0 ? ", \(count) not sent" : ""
        // Whoever sends to the rest needs to know where that begins.
        let place = first.map { " before \(ShownName.disguise($0) ?? "'\(ShownName.excerpt($0))'")" } ?? ""
        text += ": stopped\(place)"
        if isCutShort { text += ", and the rest of the list was not read" }
        return text
    }
}
