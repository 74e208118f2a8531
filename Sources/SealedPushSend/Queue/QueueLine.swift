// SPDX-License-Identifier: Apache-2.0

internal import SealedPushAPNs
internal import SealedPushCLI
internal import SealedPushCore

/// One line of a queue: a push that is to be sent.
struct QueueLine: Sendable {
    /// Bytes that an id may have, as it is spelled: it comes back with the result, and is kept until then.
    private static let maximumIDLength = 1024

    /// The caller's name for it, as it is spelled: a string or a number.
    private(set) var id: [UInt8]?
    private(set) var to: String?
    private(set) var payload: PushPayload?
    /// Where it goes, for those who keep addresses themselves.
    private(set) var address: PushAddress?
    private(set) var timeToLive: UInt32?
    private(set) var collapseID: String?
    private(set) var priority: APNsPriority?

    /// Reads a line; what was read before the fault stays, so that the answer can bear its id.
    mutating func read(_ bytes: [UInt8]) throws(DeliveryFault) {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw Self.bad("no JSON object: \(error)")
        }
        // First, wherever it stands.
        if let value = root["id"] {
            guard value.isString || value.isNumber, value.text.count <= Self.maximumIDLength else {
                throw Self.bad("id is no string or number of \(Self.maximumIDLength) bytes at most")
            }
            id = [UInt8](value.text)
        }
        for member in root.members { try read(member.name, member.value) }
        guard to != nil else { throw Self.bad("to is missing: whom is it for?") }
    }

    private mutating func read(_ name: String, _ value: JSONValue) throws(DeliveryFault) {
        switch name {
        case "id": break
        case "to":
            let text = try Self.text(name, value)
            guard !KeyArgument.holdsSecretKey(text), text != "-", !text.contains("/") else {
                throw Self.bad("to is a name in the store, or key text beside an address; no file and no secret key")
            }
            to = text
        case "payload":
            do throws(PayloadError) {
                payload = try PushPayload(json: value.text)
            } catch {
                throw Self.bad(error.description)
            }
        case "address": address = try Self.address(value)
        case "ttl":
            guard let seconds = value.wholeNumber, (1...UInt64(Limits.timeToLive)).contains(seconds) else {
                throw Self.bad("ttl is a number of seconds from 1 to \(Limits.timeToLive)")
            }
            timeToLive = UInt32(clamping: seconds)
        case "collapseID": collapseID = try Self.text(name, value)
        case "priority":
            guard value.isNumber, let found = DeliveryOptions.priority(String(decoding: value.text, as: UTF8.self))
            else {
                throw Self.bad("priority is 10, 5 or 1")
            }
            priority = found
        default:
            throw Self.bad(
                "unknown member '\(PrintableText.excerpt(name))'; known are id, to, payload, address, ttl, collapseID, priority"
            )
        }
    }

    /// The same object as in a card.
    private static func address(_ value: JSONValue) throws(DeliveryFault) -> PushAddress {
        var address = PushAddress()
        if let apns = value["apns"] {
            let environment = (apns["environment"]?.string).flatMap(PushAddress.APNs.Environment.init(rawValue:))
            guard let token = apns["token"]?.string, let topic = apns["topic"]?.string, let environment,
                let found = PushAddress.APNs(token: token, topic: topic, environment: environment)
            else {
                throw bad(
                    "address.apns is a token in hex with two digits a byte, a topic, and production or development"
                )
            }
            address.apns = found
        }
        if let mqtt = value["mqtt"] {
            guard let url = mqtt["url"]?.string, let topic = mqtt["topic"]?.string,
                let found = PushAddress.MQTT(url: url, topic: topic)
            else { throw bad("address.mqtt is a URL without user or password, and a topic") }
            address.mqtt = found
        }
        guard address != PushAddress() else { throw bad("address has neither apns nor mqtt") }
        return address
    }

    private static func text(_ name: String, _ value: JSONValue) throws(DeliveryFault) -> String {
        guard let text = value.string else { throw bad("\(name) is \(value.kindName), expected a string") }
        return text
    }

    private static func bad(_ problem: String) -> DeliveryFault {
        DeliveryFault(.badData, "badLine", problem)
    }
}
