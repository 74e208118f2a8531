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

    /// Looks at the files, which are read for each connection.
    func check() throws(DeliveryFault) {
        let files = [credentials.passwordFile, credentials.certificateFile, credentials.keyFile].compactMap { $0 }
        for file in files {
            try DeliveryFault.reading { () throws(CommandError) in try InputFile(file).requireLasting() }
        }
    }

    mutating func read(_ option: Option, from arguments: inout ArgumentReader) throws(UsageError) {
        let text = try arguments.value(for: option)
        if option != Self.user { try MisplacedText.check(text, in: option.name) }
        switch option {
        case Self.user: credentials.userName = text
        case Self.passwordFile: credentials.passwordFile = text
        case Self.certificate: credentials.certificateFile = text
        default: credentials.keyFile = text
        }
    }
}
