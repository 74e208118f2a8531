// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT
internal import SealedPushSender

/// Hands pushes to an MQTT broker.
struct MQTTDeliverer: Deliverer {
    private let publisher: MQTTPublisher
    private let broker: MQTTBroker
    private let now: @Sendable () -> Timestamp

    init(
        _ configuration: MQTTConfiguration,
        retry: MQTTRetryPolicy,
        now: @escaping @Sendable () -> Timestamp
    ) throws(DeliveryFault) {
        broker = configuration.broker
        self.now = now
        do throws(MQTTError) {
            publisher = try MQTTPublisher(configuration, retry: retry)
        } catch {
            throw DeliveryFault(error)
        }
    }

    func deliver(_ parcel: Parcel) async throws(DeliveryFault) -> DeliveryReceipt {
        let topic = try Self.topic(parcel)
        let receipt: MQTTReceipt
        do throws(MQTTError) {
            receipt = try await publisher.publish(
                parcel.sealed.json,
                to: topic,
                timeToLive: timeToLive(parcel),
                id: parcel.sealed.messageID
            )
        } catch {
            throw DeliveryFault(error)
        }
        guard receipt.hasSubscriber else {
            throw DeliveryFault(
                .failed,
                "noSubscriber",
                "nobody has ever subscribed to that topic at \(broker), so it keeps nothing: start the device once"
            )
        }
        return DeliveryReceipt(attempts: receipt.attempts)
    }

    /// What would be sent.
    func plan(_ parcel: Parcel) throws(DeliveryFault) -> String {
        _ = try Self.topic(parcel)
        return "\(parcel.sealed.json.count) bytes to \(broker), until \(parcel.sealed.expiresAt)"
    }

    func close() async { await publisher.close() }

    /// Seconds that are left of the push's life: the broker then drops it.
    private func timeToLive(_ parcel: Parcel) -> UInt32 {
        let (expiry, now) = (parcel.sealed.expiresAt.seconds, now().seconds)
        return expiry > now ? UInt32(clamping: expiry - now) : 1
    }

    private static func topic(_ parcel: Parcel) throws(DeliveryFault) -> MQTTTopic {
        guard case .mqtt(let address) = parcel.route else { throw .wrongChannel }
        do throws(MQTTError) {
            return try MQTTTopic(address.topic)
        } catch {
            throw DeliveryFault(error)
        }
    }
}

extension DeliveryFault {
    init(_ error: MQTTError) {
        // The library says what is wrong; which option mends it is this program's to know.
        let message = error.description.replacing(
            Self.authority,
            with: "\(Self.authority) with --ca FILE",
            maxReplacements: 1
        )
        self.init(Self.exitCode(error.code), error.code.description, message)
        attempts = error.attempts
        mayHaveBeenAccepted = error.mayHaveBeenAccepted
    }

    /// What is to be given of a broker that is not trusted.
    private static let authority = "give the file of the broker's certificate authority"

    private static func exitCode(_ code: MQTTError.Code) -> ExitCode {
        switch code {
        case .badConfiguration: .usage
        case .badAddress, .badTopic, .badCredentials, .tooLarge: .badData
        case .file: .inputMissing
        case .exposedFile, .notAuthorized: .noPermission
        case .untrustedServer, .expiredCertificate, .wrongName, .unsupportedVersion: .unavailable
        // Whoever cannot be reached now may be reached later, be it within the time or not that an answer came.
        case .unreachable, .connectionLost, .timedOut, .cancelled, .closed, .system, .sessionTakenOver: .tryAgain
        default: .failed
        }
    }
}
