// SPDX-License-Identifier: Apache-2.0

/// How to reach a broker; publishers and subscribers take the same.
///
/// The protocol is MQTT 5. Unlike 3.1.1 it has reasons in its answers (a push that the broker's rules forbid is not
/// silently acknowledged), a time for which a session outlives its connection, a limit on what is sent unacknowledged, and
/// a way to get a retained message once and not at every connection.
public struct MQTTConfiguration: Sendable {
    /// Where the broker listens.
    public var broker: MQTTBroker
    /// Who connects.
    public var credentials: MQTTCredentials
    /// A PEM file of the certificate authorities to trust in place of the system's, for a broker with its own.
    public var certificateAuthorities: String?
    /// How long looking up the name and connecting may take, and after that TLS and the broker's answer.
    public var connectTimeout = Duration.seconds(15)
    /// Seconds of silence after which the broker is asked whether it is still there; 10…3600.
    ///
    /// The broker gives a client up after one and a half times as long. Nothing is sent while a message is handled, and the
    /// last packet may have gone almost this long before, so a handler has two fifths of this time: 36 s by default, more
    /// than the 30 s a notification service extension gets.
    public var keepAlive = 90
    /// When to connect again.
    public var reconnection = MQTTReconnection()

    /// Time since some moment; never jumps and goes on while the machine sleeps.
    package var clock: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }()
    /// From 0 up to 1; stretches each wait before connecting again.
    package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Takes what has no default.
    public init(broker: MQTTBroker, credentials: MQTTCredentials = MQTTCredentials()) {
        self.broker = broker
        self.credentials = credentials
    }

    /// How exactly `keepAlive` is kept; what this takes and a handler may take stay below the broker's half.
    var keepAliveTick: Duration { .seconds(keepAlive) / 20 }

    func check() throws(MQTTError) {
        try credentials.check(usesTLS: broker.usesTLS)
        try reconnection.check()
        guard connectTimeout > .zero else {
            throw MQTTError(.badConfiguration, "connectTimeout must be longer than nothing")
        }
        guard (10...3600).contains(keepAlive) else {
            throw MQTTError(.badConfiguration, "keepAlive is \(keepAlive), must be 10 to 3,600 seconds")
        }
        guard certificateAuthorities == nil || broker.usesTLS else {
            throw MQTTError(.badConfiguration, "certificate authorities are of no use without TLS: the scheme is mqtts")
        }
        // Once for its errors, so that a file that is missing is said now and not at some connection.
        if broker.usesTLS { _ = try TLSContext(self) }
    }
}
