// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCLI
internal import SealedPushCore

/// Hands pushes to APNs.
struct APNsDeliverer: Deliverer {
    private let client: APNsClient
    private let environment: APNsEnvironment

    init(_ configuration: APNsClient.Configuration) throws(DeliveryFault) {
        environment = configuration.environment
        do throws(APNsError) {
            client = try APNsClient(configuration)
        } catch {
            throw DeliveryFault(error)
        }
    }

    func deliver(_ parcel: Parcel) async throws(DeliveryFault) -> DeliveryReceipt {
        let request = try Self.request(parcel)
        do throws(APNsError) {
            let receipt = try await client.send(request)
            return DeliveryReceipt(attempts: receipt.attempts, uniqueID: receipt.uniqueID)
        } catch {
            throw DeliveryFault(error)
        }
    }

    /// What would be sent, checked by the rules of APNs.
    func plan(_ parcel: Parcel) throws(DeliveryFault) -> String {
        let request = try Self.request(parcel)
        do throws(APNsError) {
            try request.check()
        } catch {
            throw DeliveryFault(error)
        }
        let expiry = request.expiration.map { ", until \($0)" } ?? ""
        return "\(request.payload.count) bytes to \(environment), topic \(request.topic), type \(request.pushType), "
            + "priority \(request.priority)\(expiry)"
    }

    func close() async { await client.close() }

    private static func request(_ parcel: Parcel) throws(DeliveryFault) -> APNsRequest {
        guard case .apns(let address) = parcel.route else { throw .wrongChannel }
        return parcel.request(to: address)
    }
}

extension DeliveryFault {
    /// A push that was handed to another service than its route's: never, since channels are chosen by routes.
    static let wrongChannel = DeliveryFault(.inputOutput, "system", "a push came to the wrong service")

    /// The kind that ends the use of an address.
    static let addressGone = "addressGone"

    init(_ error: APNsError) {
        // The library says what is wrong; which option mends it is this program's to know.
        let message = error.description.replacing(
            "(\(Self.systemAuthorities))",
            with: "(\(Self.systemAuthorities), or those of --ca FILE)",
            maxReplacements: 1
        )
        self.init(Self.exitCode(error.code), error.code.description, message)
        reason = error.reason?.rawValue
        status = error.status
        inactiveSince = error.inactiveSince
        attempts = error.attempts
        mayHaveBeenAccepted = error.mayHaveBeenAccepted
    }

    /// Whom is trusted where no option says it.
    private static let systemAuthorities = "package ca-certificates"

    private static func exitCode(_ code: APNsError.Code) -> ExitCode {
        switch code {
        case .badConfiguration: .usage
        case .badCredentials, .badRequest: .badData
        case .file: .inputMissing
        case .exposedFile, .credentialsRefused: .noPermission
        case .untrustedServer, .notAPNs: .unavailable
        // Whoever cannot be reached now may be reached later.
        case .unreachable, .busy, .connectionLost, .timedOut, .cancelled, .closed, .system: .tryAgain
        default: .failed
        }
    }
}
