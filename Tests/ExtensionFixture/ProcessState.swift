// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a process was started, and what it holds.
enum ProcessState {
    /// Signals blocked and ignored, and the descriptors that are open.
    static var description: String {
        "blocked \(signals("SigBlk:")) ignored \(signals("SigIgn:")) descriptors \(descriptors)"
    }

    /// The numbers of the signals in one line of the kernel's; 32 and 33 are the C library's own.
    private static func signals(_ line: String) -> [Int] {
        // Of this thread, which has them from the first one: that one blocks all while it starts another.
        let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
        let value = status.split(separator: "\n").first { $0.hasPrefix(line) }?.split(separator: "\t").last
        let mask = value.flatMap { UInt64($0, radix: 16) } ?? .max
        return (1...64).filter { mask >> (UInt64($0) - 1) & 1 == 1 && $0 != 32 && $0 != 33 }
    }

    /// The open descriptors.
    static var descriptors: [Int32] { (0..<4096).filter { fcntl($0, F_GETFD) >= 0 } }

    /// Those of them that every child gets, whoever opened them, beyond the four of an extension.
    static var inheritable: [Int32] { descriptors.filter { $0 > 3 && fcntl($0, F_GETFD) & FD_CLOEXEC == 0 } }

    /// Bytes of resident memory.
    static var residentMemory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
