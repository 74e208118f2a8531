// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCore
internal import SealedPushMQTT

/// At which brokers this device has had a session, and by which name: only such a one can have kept something.
struct SessionRecord: Sendable {
    /// The last ones are enough: who goes from broker to broker has two or three.
    static let capacity = 20

    private let path: String
    private let line: String

    init(in folder: ListenFolder, _ broker: MQTTBroker, _ id: MQTTClientID) {
        path = "\(folder.path)/sessions"
        line = "\(broker) \(id.text)"
    }

    /// Whether it had one there.
    var isKnown: Bool { lines.contains(line) }

    /// It has one there now.
    func keep() throws(FileError) {
        guard !isKnown else { return }
        let text = [UInt8]((lines + [line]).suffix(Self.capacity).map { "\($0)\n" }.joined().utf8)
        try unsafe Files.create(path, text.span.bytes, replacing: true)
    }

    private var lines: [String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
