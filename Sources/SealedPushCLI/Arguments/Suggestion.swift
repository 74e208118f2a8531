// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody probably meant.
enum Suggestion {
    /// The candidate that differs by the fewest letters, where that is two at most.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let word = String(word.prefix(40))
        return candidates.map { (candidate: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= 2 && $0.distance < $0.candidate.count - 2 }
            .min { $0.distance < $1.distance }?.candidate
    }

    /// Levenshtein's distance.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
