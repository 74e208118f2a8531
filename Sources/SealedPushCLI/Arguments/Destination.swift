// SPDX-License-Identifier: Apache-2.0

/// `-o` and `--force`: the file that takes a result.
struct Destination {
    static let options = [Option.output, .force]

    /// `nil` without `-o`.
    private(set) var path: String?
    private(set) var replaces = false

    mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        switch option {
        case .output: path = try arguments.value(for: option)
        default: replaces = true
        }
    }

    /// Secrets go to a file, or without one into the store.
    func requireFileOrStore() throws(UsageError) {
        guard path != nil || !replaces else {
            throw UsageError("--force goes with -o FILE; a name is never replaced")
        }
        guard path != "-" else { throw UsageError("-o takes the path of a file: secrets are not printed") }
    }
}
