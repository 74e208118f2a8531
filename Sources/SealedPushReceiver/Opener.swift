// SPDX-License-Identifier: Apache-2.0

/// Opens sealed pushes, in the order of `EnvelopeFormat`, "What a reader does"; the step numbers below are those.
///
/// Pure but for what it is given: keys, the seen list, a policy, a clock.
public struct Opener: Sendable {
    /// A clock before 2026-01-01 UTC was never set: this format is younger.
    static let earliestClock = Timestamp(milliseconds: 1_767_225_600_000)

    private let keys: any KeyStore
    private let seen: (any SeenIDs)?
    private let policy: ReceiverPolicy
    private let now: @Sendable () -> Timestamp

    /// Takes what opening depends on.
    ///
    /// - Parameters:
    ///   - keys: The receiver's keys and those it trusts.
    ///   - seen: What it has opened before; without it nothing is a `duplicate`.
    ///   - policy: What it insists on.
    ///   - now: The clock.
    public init(
        keys: any KeyStore,
        seen: (any SeenIDs)?,
        policy: ReceiverPolicy = ReceiverPolicy(),
        now: @escaping @Sendable () -> Timestamp = Timestamp.now
    ) {
        self.keys = keys
        self.seen = seen
        self.policy = policy
        self.now = now
    }

    /// Opens an outer payload, JSON in UTF-8, of at most 65,536 bytes.
    ///
    /// - Throws: the one reason why it was not opened.
    public func open(payload: some Sequence<UInt8>) throws(OpenFailure) -> OpenedNotification {
        try examine(payload: payload, recording: true).notification
    }

    /// The same without recording that the push was seen.
    package func examine(payload: some Sequence<UInt8>) throws(OpenFailure) -> OpenedNotification {
        try examine(payload: payload, recording: false).notification
    }

    /// Whether a clock that says so was ever set.
    package static func isUnset(_ now: Timestamp) -> Bool { now < earliestClock }

    private func examine(payload: some Sequence<UInt8>, recording: Bool) throws(OpenFailure) -> ExaminedPush {
        let field: [UInt8]?
        do throws(EnvelopeError) {
            field = try Envelope.field(inOuterPayload: [UInt8](payload))
        } catch {
            throw OpenFailure(error)
        }
        guard let field else { throw OpenFailure(.notSealed) }
        return try examine(text: field, recording: recording)
    }

    /// Opens the text of `encrypted-content`, which the app has taken from a payload that the system parsed.
    ///
    /// - Parameter text: `nil` where the payload has no such member.
    /// - Throws: the one reason why it was not opened.
    public func open(encryptedContent text: String?) throws(OpenFailure) -> OpenedNotification {
        guard let text else { throw OpenFailure(.notSealed) }
        return try examine(text: [UInt8](text.utf8), recording: true).notification
    }

    /// Opens without recording that the push was seen, for a caller who does not know yet whether it will be shown.
    package func examine(encryptedContent text: String?) throws(OpenFailure) -> ExaminedPush {
        guard let text else { throw OpenFailure(.notSealed) }
        return try examine(text: [UInt8](text.utf8), recording: false)
    }

    /// Records, as one atomic step, that an examined push is shown; whether it is now known that it was not before.
    ///
    /// - Throws: `duplicate` or `stale` where another reader was faster.
    package func record(_ examined: ExaminedPush) throws(OpenFailure) -> Bool {
        try check(examined.push, recording: true, now: examined.notification.clockUnset ? nil : now())
    }

    private func examine(text: [UInt8], recording: Bool) throws(OpenFailure) -> ExaminedPush {
        let envelope: Envelope
        do throws(EnvelopeError) {
            envelope = try Envelope(text: text)  // steps 1 and 2
        } catch {
            throw OpenFailure(error)
        }
        let now = now()
        let candidates = try candidates(for: envelope, now: now)  // step 3
        let (key, inner) = try unseal(envelope, with: candidates)  // step 4
        let sender = try sender(of: inner, to: key, now: now)  // step 5
        let payload = try payload(of: inner.message)  // step 6
        let clockUnset = Self.isUnset(now)
        if !clockUnset { try checkTime(of: inner.message, now: now) }  // step 7
        let push = seenPush(inner.message, from: sender)
        let replayChecked = try check(push, recording: recording, now: clockUnset ? nil : now)  // step 8
        let opened = OpenedNotification(
            id: inner.message.id,
            sentAt: inner.message.sentAt,
            expiresAt: inner.message.expiresAt,
            sender: sender,
            keyID: envelope.keyID,
            keyIsSuperseded: key.usableUntil != nil,
            replayChecked: replayChecked,
            clockUnset: clockUnset,
            contentIsHidden: policy.hidesContent,
            payload: payload
        )
        return ExaminedPush(notification: opened, push: push)
    }
}

// MARK: The steps

extension Opener {
    private func candidates(for envelope: Envelope, now: Timestamp) throws(OpenFailure) -> [OpeningKey] {
        let kind = envelope.mode == .device ? KeyKind.deviceSecret : .sharedSecret
        let found: OpeningKeys
        do throws(KeyStoreError) {
            found = try keys.openingKeys(of: kind, id: envelope.keyID)
        } catch {
            throw OpenFailure(error)
        }
        // What a store gives beyond the question is not tried.
        let own = found.keys.filter { $0.kind == kind && $0.fingerprint.id == envelope.keyID }
        let usable = own.filter { $0.usableUntil.map { now < $0 } ?? true }
        guard !usable.isEmpty else {
            throw OpenFailure(found.hasRetired || !own.isEmpty ? .retiredKey : .unknownKey)
        }
        return [OpeningKey](usable.sorted { $0.created > $1.created }.prefix(Limits.candidates))
    }

    private func unseal(
        _ envelope: Envelope,
        with candidates: [OpeningKey]
    ) throws(OpenFailure) -> (OpeningKey, Inner) {
        let sealed = [UInt8](envelope.sealed)
        for candidate in candidates {
            let padded =
                switch candidate.key {
                case .device(let key):
                    SealedBox.open(sealed, with: key)
                case .shared(let key):
                    AEAD.open(
                        sealed,
                        authenticating: envelope.header,
                        nonce: envelope.nonce,
                        using: key.secretBytes
                    )
                }
            if let padded {
                guard let inner = Inner(padded: padded) else { break }
                return (candidate, inner)
            }
        }
        throw OpenFailure(.cannotOpen)
    }

    private func sender(
        of inner: Inner,
        to key: OpeningKey,
        now: Timestamp
    ) throws(OpenFailure) -> OpenedNotification.Sender {
        do throws(KeyStoreError) {
            if let signature = inner.signature {
                let signers = try keys.trustedSigners(id: signature.keyID)
                    .filter { $0.key.id == signature.keyID && ($0.usableUntil.map { now < $0 } ?? true) }
                let signer = signers.prefix(Limits.candidates).first {
                    inner.isSigned(by: $0.key, for: key.fingerprint)
                }
                if let signer { return .signer(signer) }
            } else if try !isSignatureRequired() {
                return key.kind == .deviceSecret ? .anonymous : .member(of: key.name)
            }
        } catch {
            throw OpenFailure(error)
        }
        throw OpenFailure(.untrustedSender)
    }

    private func isSignatureRequired() throws(KeyStoreError) -> Bool {
        switch policy.signature {
        case .required: true
        case .notRequired: false
        case .requiredOnceTrusted: try keys.requiresSignature()
        }
    }

    private func payload(of message: Message) throws(OpenFailure) -> PushPayload {
        guard let payload = try? PushPayload(json: message.payload) else { throw OpenFailure(.cannotOpen) }
        if let reserved = payload.document.root[PushPayload.reservedName], !reserved.isObject {
            throw OpenFailure(.cannotOpen)
        }
        return payload.removing(PushPayload.reservedName)
    }

    private func checkTime(of message: Message, now: Timestamp) throws(OpenFailure) {
        // The first before the second: a time near 2^64 has no end that could be computed.
        let (latest, overflow) = now.milliseconds.addingReportingOverflow(policy.clockTolerance)
        guard overflow || message.sentAt.milliseconds <= latest else { throw OpenFailure(.stale) }
        let earliest = now.milliseconds > policy.clockTolerance ? now.milliseconds - policy.clockTolerance : 0
        guard let end = message.expiresAt, end.milliseconds >= earliest else { throw OpenFailure(.stale) }
    }

    private func seenPush(_ message: Message, from sender: OpenedNotification.Sender) -> SeenPush {
        var signer: SigningKey.Public?
        if case .signer(let trusted) = sender { signer = trusted.key }
        let end = message.expiresAt?.milliseconds ?? .max
        let (lastGood, overflow) = end.addingReportingOverflow(policy.clockTolerance)
        return SeenPush(
            signer: signer,
            id: message.id,
            sentAt: message.sentAt,
            staleFrom: Timestamp(milliseconds: overflow || lastGood == .max ? .max : lastGood + 1)
        )
    }

    /// Whether it is now known that the push did not come before.
    private func check(_ push: SeenPush, recording: Bool, now: Timestamp?) throws(OpenFailure) -> Bool {
        guard let seen else { return try unchecked("no list of seen pushes") }
        let verdict: SeenVerdict
        do throws(KeyStoreError) {
            verdict = try recording ? seen.record(push, now: now) : seen.lookUp(push)
        } catch {
            return try unchecked(error.description)
        }
        switch verdict {
        case .new: return true
        case .duplicate: throw OpenFailure(.duplicate)
        case .belowFloor: throw OpenFailure(.stale)
        }
    }

    private func unchecked(_ problem: String) throws(OpenFailure) -> Bool {
        guard !policy.requiresReplayCheck else { throw OpenFailure(.storeUnavailable, diagnosis: problem) }
        return false
    }
}

extension OpenFailure {
    fileprivate init(_ error: EnvelopeError) {
        switch error.code {
        case .malformed: self.init(.malformed, diagnosis: error.problem)
        case .unsupportedVersion: self.init(.unsupportedVersion, diagnosis: error.problem)
        }
    }

    fileprivate init(_ error: KeyStoreError) {
        self.init(error.code == .locked ? .locked : .storeUnavailable, diagnosis: error.description)
    }
}
