// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushMosquitto
internal import SealedPushCore

/// One connection to a broker, from the attempt to its end; for the next one another is made.
///
/// Everything that libmosquitto would do on its own after a loss, reconnecting and sending again, is done by those who hold
/// links: then deadlines, cancellations and the order are theirs too.
@safe
final class Link: @unchecked Sendable {
    // Unchecked because it is made on a dialler's thread and then handed over, once, to the client's: never two at a time.

    let handle: OpaquePointer
    let configuration: MQTTConfiguration
    let settings: LinkSettings
    let tls: TLSContext?
    /// What the callbacks have noted and nobody has taken yet.
    var notes = LinkNotes()
    /// Gets each message; it is acknowledged with the next writing, after this has returned.
    var onMessage: ((MQTTMessage) -> Void)?
    /// Why nothing more may be read or written, although the connection is there.
    private(set) var doom: MQTTError?

    /// Reads the files, and makes everything but the connection.
    init(_ configuration: MQTTConfiguration, _ settings: LinkSettings) throws(MQTTError) {
        self.configuration = configuration
        self.settings = settings
        tls = configuration.broker.usesTLS ? try TLSContext(configuration) : nil
        unsafe handle = try Library.makeHandle(settings.clientID.text, hasSession: settings.sessionExpiry > 0)
        setCallbacks()
        try setOptions()
    }

    deinit { unsafe mosquitto_destroy(handle) }

    private func setOptions() throws(MQTTError) {
        var statuses = [
            // "Threaded" means that packets are queued and written by `mosquitto_loop_write` alone. Without it libmosquitto
            // writes the acknowledgement of a message before it hands the message over.
            unsafe mosquitto_threaded_set(handle, true),
            unsafe mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5),
            unsafe mosquitto_int_option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, Int32(MQTTLimits.unacknowledged)),
            unsafe mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, Int32(settings.window)),
            unsafe mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1),
        ]
        if let tls {
            statuses.append(unsafe mosquitto_int_option(handle, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0))
            statuses.append(
                unsafe mosquitto_void_option(handle, MOSQ_OPT_SSL_CTX, UnsafeMutableRawPointer(tls.context))
            )
        }
        if let userName = configuration.credentials.userName {
            statuses.append(try setPassword(for: userName))
        }
        for status in statuses where status != Library.success {
            throw MQTTError(.system, "libmosquitto refuses an option: \(Library.text(status))")
        }
    }

    private func setPassword(for userName: String) throws(MQTTError) -> Int32 {
        guard let password = try configuration.credentials.password() else {
            return unsafe mosquitto_username_pw_set(handle, userName, nil)
        }
        return password.withCopy { copy in
            var text = copy.map { CChar(bitPattern: $0) } + [0]
            defer { for index in text.indices { text[index] = 0 } }
            return unsafe mosquitto_username_pw_set(handle, userName, text)
        }
    }

    /// Looks up the name and connects; blocks for as long as the system tries.
    func connect() throws(MQTTError) {
        var properties: OpaquePointer?
        defer { unsafe mosquitto_property_free_all(&properties) }
        var statuses: [Int32] = []
        if settings.sessionExpiry > 0 {
            statuses.append(
                unsafe mosquitto_property_add_int32(
                    &properties,
                    Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue),
                    settings.sessionExpiry
                )
            )
        }
        statuses.append(
            unsafe mosquitto_property_add_int32(
                &properties,
                Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
                MQTTLimits.packet
            )
        )
        guard statuses.allSatisfy({ $0 == Library.success }) else {
            throw MQTTError(.system, "not enough memory for a connection")
        }
        let broker = configuration.broker
        let status = unsafe mosquitto_connect_bind_v5(
            handle,
            broker.host,
            Int32(broker.port),
            Int32(configuration.keepAlive),
            nil,
            properties
        )
        let number = errno
        guard status == Library.success else { throw connectFault(status, errno: number) }
        // No program that this one starts is to have the connection; libmosquitto does not see to that.
        _ = fcntl(unsafe mosquitto_socket(handle), F_SETFD, FD_CLOEXEC)
    }

    // MARK: Waiting and working

    /// What to wait for at the socket; `nil` once it is closed.
    var waited: pollfd? {
        let socket = unsafe mosquitto_socket(handle)
        guard socket >= 0 else { return nil }
        let wantsToWrite = unsafe mosquitto_want_write(handle)
        return pollfd(fd: socket, events: Int16(wantsToWrite ? POLLIN | POLLOUT : POLLIN), revents: 0)
    }

    /// Reads and writes what can be; the callbacks note what came.
    ///
    /// - Throws: why the connection is over.
    func work(_ events: Int16) throws(MQTTError) {
        let isStarting = notes.connectAnswer == nil
        if events & Int16(POLLIN | POLLHUP | POLLERR) != 0 || isStarting && events != 0 {
            // Of a broker that closes in the middle of a handshake libmosquitto does not become aware.
            if isStarting, tls != nil, isClosedByPeer { throw closedInHandshake }
            try check(unsafe mosquitto_loop_read(handle, 1))
        }
        // OpenSSL may hold more than it has told; the socket is silent about that.
        while doom == nil, hasMoreInside { try check(unsafe mosquitto_loop_read(handle, 1)) }
        if let doom { throw doom }
        try write()
        try check(unsafe mosquitto_loop_misc(handle))
    }

    /// Writes what is queued, acknowledgements included.
    func write() throws(MQTTError) {
        guard unsafe mosquitto_want_write(handle) else { return }
        try check(unsafe mosquitto_loop_write(handle, 1))
    }

    /// Makes sure that nothing queued is written any more: messages that were not acknowledged come again.
    func doom(_ reason: MQTTError) { doom = doom ?? reason }

    private var hasMoreInside: Bool {
        guard tls != nil, let ssl = unsafe mosquitto_ssl_get(handle) else { return false }
        return unsafe SSL_pending(OpaquePointer(ssl)) > 0
    }

    private var isClosedByPeer: Bool {
        var byte: UInt8 = 0
        let socket = unsafe mosquitto_socket(handle)
        guard socket >= 0 else { return false }
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    private func check(_ status: Int32) throws(MQTTError) {
        let number = errno
        let isOpen = unsafe mosquitto_socket(handle) >= 0
        guard status != Library.success || !isOpen else { return }
        throw lossFault(status, errno: number)
    }

    // MARK: Asking

    /// Asks for the topics, all in one packet; the answer is in `notes.subscribeAnswer`.
    func subscribe(_ topics: [MQTTTopic]) throws(MQTTError) {
        var names = unsafe topics.map { unsafe strdup($0.name) }
        defer { unsafe names.forEach { unsafe free($0) } }
        // Retained messages come once, with the first subscription, and not at every connection.
        let status = unsafe mosquitto_subscribe_multiple(
            handle,
            nil,
            Int32(clamping: names.count),
            &names,
            1,
            Int32(MQTT_SUB_OPT_SEND_RETAIN_NEW.rawValue),
            nil
        )
        guard status == Library.success else {
            throw MQTTError(.refused, "cannot subscribe at \(configuration.broker): \(Library.text(status))")
        }
    }

    /// Says goodbye, after what is queued, and waits until that is written.
    func disconnect(within limit: Duration, clock: () -> Duration) {
        let end = clock() + limit
        guard unsafe mosquitto_disconnect_v5(handle, 0, nil) == Library.success else { return }
        while clock() < end, var socket = waited {
            socket.events = Int16(POLLOUT)
            _ = unsafe poll(&socket, 1, 100)
            guard unsafe mosquitto_loop_write(handle, 1) == Library.success else { return }
        }
    }
}
