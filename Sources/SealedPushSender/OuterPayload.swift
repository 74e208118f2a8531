// SPDX-License-Identifier: Apache-2.0

/// The outer payload around an envelope: what the provider sees (`EnvelopeFormat`, "Overview").
struct OuterPayload: Sendable {
    /// What Apple's simulator reads to find the app; it has to stay outside the seal.
    static let simulatorBundleName = "Simulator Target Bundle"

    /// Everything before the envelope's text, and everything after it.
    let prefix: [UInt8]
    let suffix: [UInt8]

    /// - Parameter simulatorBundle: a member as it is spelled, `"Simulator Target Bundle":…`.
    init(placeholder: Placeholder, simulatorBundle: ArraySlice<UInt8>?) {
        // The number 1, always: the extension runs for nothing else.
        let aps = JSONComposer.object([
            ("alert", placeholder.alert),
            placeholder.sound.map { ("sound", JSONString.quote($0)) },
            ("mutable-content", JSONComposer.text(1)),
        ])
        var prefix: [UInt8] = []
        prefix += "{\"aps\":".utf8
        prefix += aps
        prefix += ",\"\(Envelope.fieldName)\":\"".utf8
        self.prefix = prefix
        suffix = [UInt8(ascii: "\"")] + (simulatorBundle.map { [UInt8(ascii: ",")] + $0 } ?? []) + [UInt8(ascii: "}")]
    }

    /// Bytes without the envelope's text.
    var fixedLength: Int { prefix.count + suffix.count }
}
