// SPDX-License-Identifier: Apache-2.0

/// What an attachment is to the user, and how large it may be.
package enum AttachmentKind: CaseIterable, Sendable {
    case image
    case audio
    case movie

    /// Bytes that a file of this kind may have: Apple's limits, with the larger of the two megabytes.
    package var limit: Int {
        switch self {
        case .image: 10 * 1024 * 1024
        case .audio: 5 * 1024 * 1024
        case .movie: 50 * 1024 * 1024
        }
    }

    /// The kind in words.
    var name: String {
        switch self {
        case .image: "an image"
        case .audio: "a sound"
        case .movie: "a movie"
        }
    }
}
