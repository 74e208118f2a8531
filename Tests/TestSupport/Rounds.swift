// SPDX-License-Identifier: Apache-2.0

/// How often a test repeats itself: in full in release, a tenth of it in debug.
package enum Rounds {
    package static func count(_ full: Int) -> Int {
        #if DEBUG
        max(1, full / 10)
        #else
        full
        #endif
    }
}
