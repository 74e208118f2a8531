// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushDBus
internal import Foundation

/// Reads a message of sd-bus into values; its content is from other programs and may be anything.
@safe
struct MessageReader {
    /// More arguments than any message that concerns us has.
    private static let mostArguments = 8
    /// More texts than any list that concerns us has; daemons have some twenty capabilities.
    private static let mostTexts = 256

    private let message: OpaquePointer

    /// - Parameter message: Outlives the reader.
    init(message: OpaquePointer) { unsafe self.message = message }

    /// The message; `nil` for what is none of ours to look at.
    func read() -> BusMessage? {
        var type: UInt8 = 0
        guard unsafe sd_bus_message_get_type(message, &type) >= 0 else { return nil }
        let kind: BusMessage.Kind
        switch Int(type) {
        case Int(SD_BUS_MESSAGE_METHOD_RETURN):
            guard let number = answeredCall else { return nil }
            kind = .answer(number)
        case Int(SD_BUS_MESSAGE_METHOD_ERROR):
            guard let number = answeredCall else { return nil }
            kind = .refusal(number, unsafe text(sd_bus_message_get_error(message)?.pointee.name))
        case Int(SD_BUS_MESSAGE_SIGNAL):
            kind = unsafe .signal(
                interface: text(sd_bus_message_get_interface(message)),
                member: text(sd_bus_message_get_member(message))
            )
        default:
            // Whoever calls us is told that there is nobody to call.
            unsafe sd_bus_reply_method_errno(message, EBADR, nil)
            return nil
        }
        let sender = unsafe text(sd_bus_message_get_sender(message))
        return BusMessage(kind: kind, sender: sender, arguments: arguments())
    }

    private var answeredCall: UInt64? {
        var number: UInt64 = 0
        return unsafe sd_bus_message_get_reply_cookie(message, &number) >= 0 ? number : nil
    }

    /// The arguments up to the first one of a type that we do not know.
    private func arguments() -> [BusValue] {
        var values: [BusValue] = []
        while values.count < Self.mostArguments, let value = argument() { values.append(value) }
        return values
    }

    private func argument() -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "s":
            return string().map { .string($0) }
        case "u":
            var number: UInt32 = 0
            return unsafe sd_bus_message_read_basic(message, type, &number) > 0 ? .unsigned(number) : nil
        case "a" where unsafe text(contents) == "s":
            guard unsafe sd_bus_message_enter_container(message, type, "s") > 0 else { return nil }
            var texts: [String] = []
            while texts.count < Self.mostTexts, let text = string() { texts.append(text) }
            // A list that is too long is left unfinished, and what comes after it unread.
            unsafe sd_bus_message_exit_container(message)
            return .strings(texts)
        default:
            return nil
        }
    }

    private func string() -> String? {
        var pointer: UnsafePointer<CChar>?
        let status = unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &pointer)
        guard status > 0, let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }

    @unsafe private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}
