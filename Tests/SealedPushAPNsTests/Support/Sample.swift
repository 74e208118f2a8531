// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import TestSupport

@testable import SealedPushAPNs

/// Requests for tests.
enum Sample {
    static let payload = [UInt8](#"{"aps":{"alert":"hello"}}"#.utf8)

    /// The device token of that number.
    static func device(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    static func request(_ number: Int = 1) -> APNsRequest {
        APNsRequest(deviceToken: device(number), topic: TestAPNs.topic, payload: payload)
    }
}

extension APNsClient {
    /// The error that sending ends with.
    func failure(_ request: APNsRequest) async throws -> APNsError {
        let receipt: APNsReceipt
        do throws(APNsError) {
            receipt = try await send(request)
        } catch {
            return error
        }
        throw APNsServer.Failure(description: "accepted after \(receipt.attempts) attempts")
    }
}
