// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCore
import Testing

@testable import SealedPushMQTT

@Suite("One link to a broker")
struct MQTTLinkTests {
    private let broker: FakeBroker
    private let link: Link

    init() throws {
        broker = try FakeBroker { client in while client.receive() != nil {} }
        let settings = LinkSettings(clientID: .random(), sessionExpiry: 0, receives: true, window: 1)
        link = try Link(try broker.configuration(), settings)
    }

    @Test("is nothing that a child process inherits")
    func closedInChildren() throws {
        try link.connect()
        let socket = try #require(link.waited?.fd)
        #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("that this machine has no means for is not blamed on the network", arguments: [EMFILE, ENFILE, ENOMEM])
    func shortage(number: Int32) {
        // `MOSQ_ERR_ERRNO`.
        let error = link.connectFault(14, errno: number)
        #expect(error.code == .system)
        #expect(error.description.hasPrefix("cannot connect to mqtt://127.0.0.1:\(broker.port): "))
        #expect(!error.description.contains("firewall"))
        #expect(error.description.contains("ulimit -n") == (number == EMFILE))
    }

    @Test("that is refused is")
    func refused() {
        #expect(link.connectFault(14, errno: ECONNREFUSED).description.contains("firewall"))
    }
}
