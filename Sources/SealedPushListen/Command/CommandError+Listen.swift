// SPDX-License-Identifier: Apache-2.0

internal import NotificationHost
internal import SealedPushCLI
internal import SealedPushMQTT

extension CommandError {
    /// What a fault with the broker is for whoever started the program.
    init(_ error: MQTTError) {
        let code: ExitCode =
            switch error.code {
            case .badAddress, .badTopic, .badConfiguration: .usage
            case .badCredentials: .badData
            case .file: .inputMissing
            case .exposedFile, .notAuthorized: .noPermission
            case .system: .inputOutput
            default: .unavailable
            }
        self.init(code, error.description)
    }

    init(_ error: DeviceError) { self.init(error.code == .inUse ? .tryAgain : .inputOutput, error.description) }
}

extension MQTTError {
    /// Whether somebody has to do something before a connection can come about.
    var needsMending: Bool {
        switch code {
        case .notAuthorized, .untrustedServer, .expiredCertificate, .wrongName, .unsupportedVersion, .badCredentials,
            .exposedFile, .file, .badConfiguration:
            true
        default: false
        }
    }
}
