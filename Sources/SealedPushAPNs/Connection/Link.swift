// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCore

/// One connection to APNs with the requests on it.
@safe
final class Link {
    /// What became of it when it was last let work.
    enum State {
        case connecting
        case open
        /// There was never a connection.
        case notConnected(TransportFault)
        /// The connection is gone.
        case lost(TransportFault)
    }

    /// Bytes that are read at a time: what a TLS record holds at most.
    private static let readLength = 16_384
    /// Bytes that are gathered before they are given to TLS: fewer calls, and records that are full.
    private static let writeLength = 32_768
    /// How often it is read in a row, so that no server keeps the thread to itself.
    private static let maximumReads = 64

    let channel: Channel
    let openedAt: Duration
    private let configuration: APNsClient.Configuration
    private let session: HTTP2Session
    private(set) var state = State.connecting
    /// Whether APNs has taken a provider token on it, so that many streams are allowed.
    private(set) var isProven = false
    /// Whether it gets no more requests.
    private(set) var isRetired = false
    /// Whether there is more to read than was read.
    private(set) var hasMore = false
    /// When something last came from the server.
    private(set) var lastHeard: Duration
    /// When the last answer came.
    private(set) var lastAnswer: Duration
    /// How many came.
    private(set) var answers = 0
    /// Since when the server has taken nothing though there was something; `nil` while it does.
    var blockedSince: Duration?
    /// When the first stream's time is over, at the earliest.
    private var nextTimeout: Duration?
    private var pingedAt: Duration?

    private let incoming: UnsafeMutableRawBufferPointer
    /// What goes out; it stays as it is from the first try until all is gone, as TLS wants it.
    private var outgoing: [UInt8] = []
    private var outgoingStart = 0

    /// `nil` without memory.
    init?(_ configuration: APNsClient.Configuration, now: Duration) {
        guard let channel = Channel(ChannelSettings(configuration: configuration)), let session = HTTP2Session() else {
            return nil
        }
        self.channel = channel
        self.session = session
        self.configuration = configuration
        openedAt = now
        lastHeard = now
        lastAnswer = now
        unsafe incoming = .allocate(byteCount: Self.readLength, alignment: 1)
        outgoing.reserveCapacity(Self.writeLength * 2)
    }

    deinit { unsafe incoming.deallocate() }

    var isOpen: Bool { if case .open = state { true } else { false } }
    var count: Int { session.streams.count }
    var isEmpty: Bool { session.streams.isEmpty }
    var streams: [RequestStream] { Array(session.streams.values) }
    var sendings: Int { session.sendings }
    var unsent: Int { session.unsent }
    /// Whether there is something to write, and no room for it now.
    var waitsToWrite: Bool { outgoingStart < outgoing.count }
    /// What the server said when it announced the connection's end; `nil` while it has not.
    var goAway: String? { session.goAway }
    /// How many more requests it may carry.
    ///
    /// One stream until a provider token was taken: APNs counts more as an offence.
    var room: Int {
        guard isOpen, !isRetired, session.takesRequests else { return 0 }
        return max(0, (isProven ? min(configuration.maximumStreams, session.maximumStreams) : 1) - count)
    }
    /// Whether it is the server that allows no more streams, and not the client itself.
    var isAtServersLimit: Bool { isProven && session.maximumStreams < configuration.maximumStreams && room == 0 }

    func noteAnswer(at now: Duration) {
        lastAnswer = now
        answers += 1
    }

    func prove() { isProven = true }

    func retire() { isRetired = true }

    // MARK: Streams

    func submit(_ stream: RequestStream, _ headers: HeaderBlock) throws(HTTP2Session.Failure) {
        try session.submit(stream, headers)
        nextTimeout = min(nextTimeout ?? stream.timesOutAt, stream.timesOutAt)
    }

    /// Takes a stream off before it is over.
    func cancel(_ stream: RequestStream) { session.cancel(stream) }

    func takeEnded() -> [(stream: RequestStream, end: RequestStream.End)] { session.takeEnded() }

    // MARK: Time

    /// When there is something to do though nothing came; `nil` while it connects, which libcurl has the time of.
    var nextDue: Duration? {
        guard isOpen else { return nil }
        let ping = pingedAt.map { $0 + configuration.requestTimeout } ?? (lastHeard + Self.pingInterval)
        return min(nextTimeout ?? ping, ping)
    }

    /// Streams whose time is over.
    func overdue(at now: Duration) -> [RequestStream] {
        guard let next = nextTimeout, next <= now else { return [] }
        let overdue = session.streams.values.filter { $0.timesOutAt <= now }
        nextTimeout = session.streams.values.lazy.map(\.timesOutAt).filter { $0 > now }.min()
        return overdue
    }

    /// How long nothing may be heard before the server is asked whether it is still there.
    ///
    /// APNs wants connections to live for hours, and pings about once an hour.
    private static let pingInterval = Duration.seconds(3_600)

    /// Asks a silent server for a sign of life; whether it has not given one for too long.
    func isDead(at now: Duration) -> Bool {
        guard isOpen else { return false }
        if session.unansweredPings == 0 { pingedAt = nil }
        if let pingedAt { return now - pingedAt >= configuration.requestTimeout }
        guard now - lastHeard >= Self.pingInterval else { return false }
        session.ping()
        pingedAt = now
        return false
    }

    // MARK: Work

    /// Goes on with whatever can be gone on with.
    func work(now: Duration) {
        if case .connecting = state { connect() }
        guard isOpen else { return }
        do throws(ChannelFault) {
            try read(now: now)
            if isOpen { try write() }
        } catch {
            state = .lost(TransportFault(lost: error, configuration))
        }
        guard isOpen, session.isOver, !waitsToWrite else { return }
        lose(session.goAway ?? "the server broke the rules of HTTP/2")
    }

    /// Says goodbye to the server, as far as it listens.
    func close() {
        guard isOpen else { return }
        session.terminate()
        try? write()
    }

    private func connect() {
        switch channel.connect() {
        case .connecting: break
        case .failed(let fault): state = .notConnected(TransportFault(connecting: fault, configuration))
        case .open: state = .open
        }
    }

    private func read(now: Duration) throws(ChannelFault) {
        hasMore = false
        for _ in 0..<Self.maximumReads {
            let count = try unsafe channel.receive(into: incoming)
            // libcurl tells what was agreed on after the first reading.
            if !session.hasSettings, channel.isHTTP2 == false { return loseForeigner() }
            guard let count else { return }
            guard count > 0 else { return lose("the server closed it") }
            lastHeard = now
            do throws(HTTP2Session.Failure) {
                try unsafe session.receive(UnsafeRawBufferPointer(rebasing: incoming.prefix(count)))
            } catch {
                return lose(error.description)
            }
        }
        hasMore = true
    }

    private func write() throws(ChannelFault) {
        while true {
            while outgoingStart < outgoing.count {
                guard let count = try sendRest() else { return }
                outgoingStart += count
            }
            outgoing.removeAll(keepingCapacity: true)
            outgoingStart = 0
            do throws(HTTP2Session.Failure) {
                while outgoing.count < Self.writeLength, try session.appendNext(to: &outgoing) {}
            } catch {
                return lose(error.description)
            }
            guard !outgoing.isEmpty else { return }
        }
    }

    private func sendRest() throws(ChannelFault) -> Int? {
        let result = unsafe outgoing.withUnsafeBytes { bytes in
            Result { () throws(ChannelFault) in
                try unsafe channel.send(UnsafeRawBufferPointer(rebasing: bytes[outgoingStart...]))
            }
        }
        return try result.get()
    }

    // MARK: Ends

    private func lose(_ detail: String) {
        // Whoever answers in another protocol is not APNs, but one that agreed on HTTP/2 may only have a bad day.
        guard session.hasSettings || session.sendings == 0 || channel.isHTTP2 == true else { return loseForeigner() }
        state = .lost(TransportFault(lost: detail, configuration))
    }

    private func loseForeigner() { state = .lost(.notHTTP2(configuration)) }
}
