// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// What the system says about a number of its own, in this project's lower case.
package enum SystemText {
    package static func of(_ errno: Int32) -> String {
        lowerCased(unsafe String(cString: strerror(errno)))
    }

    package static func lowerCased(_ text: String) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }
}
