// SPDX-License-Identifier: Apache-2.0

/// A message from the bus.
struct BusMessage: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The answer to the call of this number.
        case answer(UInt64)
        /// The refusal of the call of this number, with the error's name.
        case refusal(UInt64, String)
        case signal(interface: String, member: String)
    }

    let kind: Kind
    /// The unique name of whoever sent it, which the bus vouches for; `org.freedesktop.DBus` for the bus itself.
    let sender: String
    let arguments: [BusValue]

    /// The arguments where they begin with these types, else `nil`.
    func arguments(_ signature: String...) -> [BusValue]? {
        arguments.map(\.signature).starts(with: signature) ? arguments : nil
    }
}
