// SPDX-License-Identifier: Apache-2.0

/// Sends many pushes at once, and collects what comes of them.
struct Dispatcher: Sendable {
    /// How many pushes are under way at once.
    ///
    /// As many as the APNs client puts on its connection; each takes its payload and some kilobytes, so memory stays flat
    /// however long the list is.
    static let width = 500

    let courier: Courier
    let sink: ResultSink
    private let crew = Crew(width)

    init(_ courier: Courier, into sink: ResultSink) {
        self.courier = courier
        self.sink = sink
    }

    /// Takes one push as soon as there is room for it; its result comes later.
    ///
    /// - Parameters:
    ///   - errand: The push.
    ///   - isTooLate: Asked once there is room: whether it is not to be sent any more.
    /// - Returns: Whether it was taken.
    @discardableResult
    func send(_ errand: Courier.Errand, unless isTooLate: () -> Bool = { false }) async -> Bool {
        await crew.start(unless: isTooLate) { [courier, sink] in sink.add(await courier.carry(errand)) }
    }

    /// Gives up what has no result yet; each push still gets one.
    func giveUp() { crew.cancel() }

    /// Waits until each push has its result, and ends the connections.
    func finish() async {
        await crew.finish()
        // Whoever gave up does not wait for a server's farewell either.
        if !crew.isCancelled { await courier.deliverers.close() }
    }
}
