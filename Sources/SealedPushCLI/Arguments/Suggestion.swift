// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody probably meant.
package enum Suggestion {
    /// The candidate that differs by the fewest letters, where that is two at most.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let word = String(word.prefix(40))
        return candidates.map { (candidate: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= 2 && $0.distance < $0.candidate.count - 2 }
            .min { $0.distance < $1.distance }?.candidate
    }

    /// Letters added, left out, changed, or swapped with the next one.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        // One row for each letter of `left`, and the one before the first.
        var rows = [Array(0...right.count)]
        for (index, letter) in left.enumerated() {
            var row = [index + 1]
            for (column, other) in right.enumerated() {
                let changed = rows[index][column] + (letter == other ? 0 : 1)
                var least = min(changed, rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
