// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushTesting
import Testing
import UserNotifications

@testable import SealedPushExtension

@Suite("Whatever is missing or broken, a push is answered once, with harmless text")
struct EarlyReturnTests {
    /// What came of one push: the answer, and the reasons the app was told.
    private func deliver(
        _ request: UNNotificationRequest,
        to device: Device = Device(),
        _ adjust: (inout HookedService.Hooks) -> Void = { _ in }
    ) throws -> (content: UNNotificationContent, reasons: [String]) {
        let reasons = Reasons()
        var hooks = device.hooks
        hooks.didFail = { failure, content in
            reasons.add(failure)
            return content
        }
        adjust(&hooks)
        let delivery = Delivery(request, hooks)
        let content = try #require(delivery.answers.wait())
        #expect(delivery.settle())
        #expect(delivery.answers.count == 1)
        expectHarmless(content, hiding: [request.content.userInfo["encrypted-content"] as? String ?? ""])
        return (content, reasons.list)
    }

    @Test(
        "a field of another type than text",
        arguments: ["number", "array", "object", "null", "true", "data"]
    )
    func wrongField(type: String) throws {
        let field: Any =
            switch type {
            case "number": 7
            case "array": ["AQE"]
            case "object": ["v": "AQE"]
            case "null": NSNull()
            case "true": true
            default: Data([1, 1])
            }
        let shown = try deliver(Push.request(Push.content(field)))
        #expect(shown.reasons == ["malformed"])
        #expect(shown.content.body == "Neutral text")
    }

    @Test("no field")
    func noField() throws {
        #expect(try deliver(Push.request(Push.content(nil))).reasons == ["notSealed"])
        #expect(try deliver(Push.request(UNNotificationContent())).reasons == ["notSealed"])
    }

    @Test("no key")
    func noKey() throws {
        let sealed = try Sealer(signingWith: .mock1).seal(Push.door, to: Recipient(DeviceKey.Secret.mock2.publicKey))
        #expect(try deliver(Push.request(sealed)).reasons == ["unknownKey"])
    }

    @Test(
        "a store that is missing, broken or locked",
        arguments: [(KeyStoreError.Code.unavailable, "storeUnavailable"), (.locked, "locked")]
    )
    func store(code: KeyStoreError.Code, reason: String) throws {
        let device = Device()
        device.store.setProblem(KeyStoreError(code, "no such file {}"))
        #expect(try deliver(Push.request(Push.sealed()), to: device).reasons == [reason])
        let shown = try deliver(Push.request(Push.sealed())) { hooks in
            hooks.makeReceiver = { throw KeyStoreError(code, "no such file {}") }
        }
        #expect(shown.reasons == [reason])
    }

    private struct AnyFault: Error, CustomStringConvertible {
        let description = "{fault}"
    }

    private static let faults: [any Error] = [
        AnyFault(), CancellationError(), OpenFailure(.duplicate), NSError(domain: "d", code: 1),
    ]

    @Test("a receiver that cannot be made, whatever is thrown", arguments: faults.indices)
    func fault(number: Int) throws {
        let shown = try deliver(Push.request(Push.sealed())) { hooks in
            hooks.makeReceiver = { throw Self.faults[number] }
        }
        #expect(shown.reasons == ["storeUnavailable"])
    }

    @Test("an extension that does not say where its keys are")
    func noReceiver() throws {
        let answers = Answers()
        let service = SealedNotificationService()
        service.didReceive(Push.request(try Push.sealed())) { answers.add($0) }
        expectHarmless(try #require(answers.wait()))
    }

    @Test(
        "what is wrong with the push itself is said even where the store is missing",
        arguments: [(nil, "notSealed"), ("A=", "malformed"), ("_w", "unsupportedVersion")] as [(String?, String)]
    )
    func orderOfReasons(field: String?, reason: String) throws {
        let shown = try deliver(Push.request(Push.content(field))) { hooks in
            hooks.makeReceiver = { throw KeyStoreError(.locked, "locked") }
        }
        #expect(shown.reasons == [reason])
    }
}
