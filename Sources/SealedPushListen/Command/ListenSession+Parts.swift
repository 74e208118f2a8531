// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SealedPushCLI
internal import SealedPushCore
internal import SealedPushMQTT
internal import SealedPushStore

extension ListenSession {
    static func configuration(_ options: ListenOptions, _ broker: MQTTBroker) -> MQTTConfiguration {
        var credentials = MQTTCredentials()
        credentials.userName = options.user
        credentials.passwordFile = options.passwordFile
        credentials.certificateFile = options.certificate
        credentials.keyFile = options.key
        var configuration = MQTTConfiguration(broker: broker, credentials: credentials)
        configuration.certificateAuthorities = options.authorities
        return configuration
    }

    /// The key store of `--store`, or the one it is without.
    static func store(
        _ options: ListenOptions,
        _ context: CommandContext
    ) throws(CommandError) -> SQLiteKeyStore {
        var environment = context.environment
        if let path = options.store { environment["SEALEDPUSH_STORE"] = path }
        var context = CommandContext(arguments: [], environment: environment)
        do throws(CommandError) {
            return try context.openStore()
        } catch {
            let usual = DataFolder.path(environment: environment).map { "\($0)/sealedpush/store.db" }
            guard let path = environment["SEALEDPUSH_STORE"] ?? usual else { throw error }
            throw StoreFolder.problem(path) ?? error
        }
    }

    static func folder(
        _ options: ListenOptions,
        of device: String,
        environment: [String: String]
    ) throws(CommandError) -> ListenFolder {
        if let path = options.data { return try ListenFolder(path) }
        return try ListenFolder(ListenFolder.path(of: device, environment: environment))
    }

    static func clientID(_ options: ListenOptions, _ folder: ListenFolder) throws(CommandError) -> MQTTClientID {
        guard let text = options.clientID else { return try folder.clientID() }
        do throws(MQTTError) {
            return try MQTTClientID(text)
        } catch {
            throw CommandError(error)
        }
    }

    /// What runs the program of `--exec`; without one, says whether one is waited for.
    static func program(
        _ options: ListenOptions,
        _ journal: Journal,
        _ speaker: Speaker
    ) throws(StoreError) -> ProgramQueue? {
        if let program = options.program {
            return try ProgramQueue(program, journal: journal) { speaker.complain($0) }
        }
        let count = try journal.runCount()
        if count > 0 {
            speaker.say("runs of a program left from before, which wait for a start with --exec: \(count)")
        }
        return nil
    }

    static func end(_ ending: Ending, _ problem: Int32) {
        // Whoever read the lines has gone: no reason for words.
        let message = problem == EPIPE ? nil : FileError("write", "standard output", errno: problem).description
        ending.end(.failure(CommandError(.inputOutput, message)))
    }
}
