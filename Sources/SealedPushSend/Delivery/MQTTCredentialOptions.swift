// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI
internal import SealedPushMQTT

/// `--mqtt-user` and what goes with it: who sends by a broker.
///
/// Files and names alone, never a secret.
struct MQTTCredentialOptions: Sendable {
    private static let user = Option("--mqtt-user", value: "NAME")
    private static let passwordFile = Option("--mqtt-password-file", value: "FILE")
    private static let certificate = Option("--mqtt-certificate", value: "FILE")
    private static let key = Option("--mqtt-key", value: "FILE")
    static let options = [user, passwordFile, certificate, key]

    private(set) var credentials = MQTTCredentials()

    mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        let text = try arguments.value(for: option)
        switch option {
        case Self.user: credentials.userName = text
        case Self.passwordFile: credentials.passwordFile = text
        case Self.certificate: credentials.certificateFile = text
        default: credentials.keyFile = text
        }
    }
}
