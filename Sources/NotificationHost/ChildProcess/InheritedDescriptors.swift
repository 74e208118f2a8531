// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What a child process would inherit beside what it is given: libraries open connections and files without the mark that
/// keeps them from children.
package enum InheritedDescriptors {
    private typealias Add = @Sendable @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Of glibc from 2.34 on; looked up, since Swift does not see what a header declares for GNU's own dialect alone.
    @safe private static let closeFrom: Add? = {
        guard let symbol = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return nil }
        return unsafe unsafeBitCast(symbol, to: Add.self)
    }()

    /// Closes all descriptors from a number on, in the child that is started with these actions; to be added last.
    package static func close(from first: Int32, in actions: inout posix_spawn_file_actions_t) {
        if let closeFrom = closeFrom, unsafe closeFrom(&actions, first) == 0 { return }
        unsafe closeListed(from: first, in: &actions)
    }

    /// The same one by one; what another thread opens from now on is not among them.
    static func closeListed(from first: Int32, in actions: inout posix_spawn_file_actions_t) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for number in names.compactMap({ Int32($0) }) where number >= first {
            // One that is closed by then is no error.
            unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
    }
}
