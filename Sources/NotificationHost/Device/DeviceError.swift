// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a device could not do what it was asked.
public struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; more may come in later versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, such as `noDataFolder`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// Nobody says where the user's data is.
        public static let noDataFolder = Code("noDataFolder")
        /// An app's identifier that no folder can have.
        public static let badAppIdentifier = Code("badAppIdentifier")
        /// The store or the attachments' folder cannot be used.
        public static let storage = Code("storage")
        /// Another process has the same notifications.
        public static let inUse = Code("inUse")
        /// No such notification in the list.
        public static let noSuchNotification = Code("noSuchNotification")
        /// The notification's category has no such action.
        public static let noSuchAction = Code("noSuchAction")
        /// The action takes no text, or needs one.
        public static let wrongInput = Code("wrongInput")
    }

    /// What kind of fault it is.
    public let code: Code
    /// One line, lower case: what, where, what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension DeviceError: LocalizedError {
    /// The same line.
    public var errorDescription: String? { description }
}

extension DeviceError.Code {
    /// Lets `catch DeviceError.Code.noDataFolder` match.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? DeviceError)?.code == code }
}
