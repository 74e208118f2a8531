// SPDX-License-Identifier: Apache-2.0

/// How much the media of one push may take.
enum MediaLimits {
    /// Bytes of any file: what the largest kind, a movie, may have.
    static let length = 50 * 1024 * 1024
    /// Time from the push's arrival: the system gives about 30 seconds, and the rest is for handing over what was loaded.
    static let time = Duration.seconds(25)
    /// Bytes that tell what a file is.
    static let headLength = 12
}
