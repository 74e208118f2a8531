// SPDX-License-Identifier: Apache-2.0

/// What a link's callbacks have seen.
struct LinkNotes {
    /// The broker's answer to the connection: 0, or a reason.
    var connectAnswer: Int32?
    /// Whether the broker still had the session.
    var hadSession = false
    /// How many messages the broker takes before it has acknowledged the first.
    var brokerWindow = UInt16.max
    /// The broker's answer to the subscription, a reason for each topic.
    var subscribeAnswer: [Int32]?
    /// Messages that the broker has answered for: the packet's number, and 0 or a reason.
    var published: [(packet: Int32, reason: Int32)] = []
    /// The reason that the broker gave when it ended the connection.
    var farewell: Int32?
    /// Whether the message that comes next has been sent before.
    var nextIsDuplicate = false
    /// What OpenSSL said last.
    var tlsDetail: String?
}
