// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What the system says about a number of its own, in this project's lower case.
enum SystemReason {
    static func text(_ errno: Int32) -> String {
        let text = unsafe String(cString: strerror(errno))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
