// SPDX-License-Identifier: Apache-2.0

/// A payload that is checked and measured, to be sealed to any number of recipients.
public struct PreparedPayload: Sendable {
    /// What is sealed for the recipients of one mode; the modes differ in what fits.
    private struct Form: Sendable {
        let json: [UInt8]
        let innerLength: Int
        let shortened: Shortened?
    }

    /// A line for each field that does nothing inside a seal, such as a collapse id.
    public let notes: [String]

    private let device: Result<Form, SealError>
    private let shared: Result<Form, SealError>
    private let outer: OuterPayload
    private let sealer: Sealer
    private let timeToLive: UInt32

    /// - Parameter mode: whose figures the error tells when the payload fits neither.
    init(
        _ given: PushPayload,
        sealer: Sealer,
        timeToLive: UInt32,
        for mode: EnvelopeMode = .device
    ) throws(SealError) {
        guard sealer.placeholder.isVisible else {
            throw SealError(.placeholder, "the placeholder is empty: the system would not run the extension")
        }
        let payload = given.removing(OuterPayload.simulatorBundleName)
        try PayloadRules.check(payload)
        let outer = OuterPayload(
            placeholder: sealer.placeholder,
            simulatorBundle: given.document.root.member(OuterPayload.simulatorBundleName)?.text
        )
        func form(_ mode: EnvelopeMode) -> Result<Form, SealError> {
            Result { () throws(SealError) in try Self.form(of: payload, outer: outer, sealer: sealer, mode: mode) }
        }
        device = form(.device)
        shared = form(.shared)
        // A shared-key envelope is the shorter one: what does not fit there fits nowhere.
        if case .failure = shared { _ = try (mode == .device ? device : shared).get() }
        notes = PayloadRules.notes(on: payload)
        self.outer = outer
        self.sealer = sealer
        self.timeToLive = timeToLive
    }

    /// Bytes of the outer payload that sealing to this recipient gives: known before anything is built.
    ///
    /// - Throws: `SealError.tooLarge` when it does not fit.
    public func size(for recipient: Recipient) throws(SealError) -> Int {
        let form = try form(for: recipient.mode)
        return outer.fixedLength + Base64URL.encodedLength(recipient.mode.overhead + form.innerLength)
    }

    /// Seals it to one recipient, as a message of its own.
    ///
    /// - Parameters:
    ///   - recipient: Whom for.
    ///   - id: The message's id, a fresh one by default; never use one twice.
    /// - Throws: `SealError.tooLarge` where it fits the other mode only, `unusableKey`.
    public func seal(to recipient: Recipient, id: MessageID = MessageID()) throws(SealError) -> SealedPayload {
        let form = try form(for: recipient.mode)
        let message = Message(id: id, sentAt: sealer.now(), timeToLive: timeToLive, payload: form.json)
        let body = Inner.body(message, for: recipient.fingerprint, signedBy: sealer.key)
        let inner = ISO7816Padding.pad(body, to: form.innerLength)
        let content = Base64URL.encode(try Self.envelope(inner, for: recipient))
        var json: [UInt8] = []
        json.reserveCapacity(outer.fixedLength + content.count)
        json += outer.prefix
        json += content
        json += outer.suffix
        return SealedPayload(
            json: json,
            messageID: id,
            // Beyond 64 bits only with a clock beyond all use; the wire format has no larger time.
            expiresAt: message.expiresAt ?? Timestamp(milliseconds: .max),
            shortened: form.shortened,
            contentRange: outer.prefix.count..<outer.prefix.count + content.count
        )
    }

    private func form(for mode: EnvelopeMode) throws(SealError) -> Form {
        switch mode {
        case .device: try device.get()
        case .shared: try shared.get()
        }
    }

    private static func envelope(_ inner: [UInt8], for recipient: Recipient) throws(SealError) -> [UInt8] {
        switch recipient.key {
        case .device(let key):
            guard let sealed = SealedBox.seal(inner, to: key) else {
                throw SealError(.unusableKey, "nothing can be sealed to device key \(key.id): ask for a new one")
            }
            return Envelope.header(mode: .device, keyID: key.id) + sealed
        case .shared(let key):
            let nonce = Sodium.randomBytes(AEAD.nonceLength)
            let header = Envelope.header(mode: .shared, keyID: key.id, nonce: nonce)
            return header + AEAD.seal(inner, authenticating: header, nonce: nonce, using: key.secretBytes)
        }
    }
}

// MARK: Measuring

extension PreparedPayload {
    /// The first bucket of padding; each next one is twice as long.
    private static let firstBucket = 256

    private static func form(
        of payload: PushPayload,
        outer: OuterPayload,
        sealer: Sealer,
        mode: EnvelopeMode
    ) throws(SealError) -> Form {
        let bodyOverhead = (sealer.key == nil ? Inner.unsignedLength : Inner.signedLength) + Message.fixedLength
        let maximumInner = maximumInnerLength(outer: outer, limit: sealer.limit, mode: mode)
        let maximumJSON = maximumInner - 1 - bodyOverhead
        var json = payload.json
        var shortened: Shortened?
        if json.count > maximumJSON {
            guard sealer.shortening == .body, let short = BodyShortener(payload)?.shortened(toFit: maximumJSON) else {
                let inner = json.count + bodyOverhead + 1
                throw tooLarge(payload, outer: outer, envelope: inner + mode.overhead, sealer: sealer)
            }
            json = short.payload.json
            shortened = short.shortened.isCut ? short.shortened : nil
        }
        let least = json.count + bodyOverhead + 1
        return Form(
            json: json,
            innerLength: innerLength(atLeast: least, atMost: maximumInner, padding: sealer.padding),
            shortened: shortened
        )
    }

    private static func maximumInnerLength(outer: OuterPayload, limit: Int, mode: EnvelopeMode) -> Int {
        let characters = min(effectiveLimit(limit) - outer.fixedLength, Limits.encryptedContent)
        return characters * 3 / 4 - mode.overhead
    }

    /// No reader looks at more than 65,536 bytes, whatever a transport carries.
    private static func effectiveLimit(_ limit: Int) -> Int { max(0, min(limit, Limits.outerPayload)) }

    private static func innerLength(atLeast least: Int, atMost most: Int, padding: Sealer.Padding) -> Int {
        guard padding == .bucket else { return least }
        var bucket = firstBucket
        while bucket < least { bucket *= 2 }
        return min(bucket, most)
    }

    private static func tooLarge(
        _ payload: PushPayload,
        outer: OuterPayload,
        envelope: Int,
        sealer: Sealer
    ) -> SealError {
        let largest = largestField(of: payload)
        let size = PayloadSize(
            size: outer.fixedLength + Base64URL.encodedLength(envelope),
            limit: min(effectiveLimit(sealer.limit), outer.fixedLength + Limits.encryptedContent),
            largestField: largest.path,
            largestFieldSize: largest.size
        )
        let advice =
            sealer.shortening == .body ? "even without its body" : "shorten it, or allow its body to be shortened"
        return SealError(
            .tooLarge,
            "the sealed payload would have \(size.size) bytes, \(size.overshoot) over the limit of \(size.limit); "
                + "\(size.largestField) takes most, \(size.largestFieldSize) bytes: \(advice)",
            size: size
        )
    }

    private static func largestField(of payload: PushPayload) -> (path: String, size: Int) {
        func fields(
            _ value: JSONValue,
            _ path: String,
            opening: ArraySlice<String>
        ) -> [(path: String, size: Int)] {
            value.members.flatMap { member in
                let name = path + PrintableText.excerpt(member.name)
                guard let opened = opening.first, member.isNamed(opened), member.value.isObject else {
                    return [(name, member.text.count)]
                }
                return fields(member.value, "\(name).", opening: opening.dropFirst())
            }
        }
        return fields(payload.document.root, "", opening: ["aps", "alert"]).max { $0.size < $1.size } ?? ("aps", 0)
    }
}
