// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

/// Several programs on one file: old or new, never half.
struct ConcurrencyTests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    @Test("While one rotates, the other opens what was sealed to the key before, and finds one current key")
    func rotateAndOpen() throws {
        let rounds = Rounds.count(1000)
        let rotating = try fixture.store()
        let opening = try fixture.store()
        let first = try rotating.makeDevice("phone")
        let current = Lock(first.publicKey)
        let done = Lock(false)
        Threads.run(2) { index in
            if index == 0 {
                for round in 0..<rounds {
                    do {
                        let described = try rotating.rotate("phone", grace: round % 3 == 0 ? 0 : 60)
                        let text = try #require(described.keys.first?.publicText)
                        let key = try DeviceKey.Public(text: text)
                        current.withLock { $0 = key }
                    } catch {
                        Issue.record(error)
                    }
                }
                done.withLock { $0 = true }
            } else {
                while !done.withLock({ $0 }) {
                    do {
                        let own = try #require(try opening.ownKeys("phone"))
                        #expect(own.keys.filter { $0.state == .current }.count == 1)
                        let key = current.withLock { $0 }
                        let found = try opening.openingKeys(of: .deviceSecret, id: key.id)
                        // There, or retired meanwhile: never unknown, never half.
                        #expect(found.keys.count == 1 || found.hasRetired)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        #expect(try fixture.store().check().isEmpty)
        #expect(try fixture.store().device("phone")?.publicKey == current.withLock { $0 })
    }

    @Test("Of several that make a store and one name at once, one makes the name, and all of them the store")
    func makingAtOnce() throws {
        for round in 0..<Rounds.count(100) {
            let path = fixture.folder.path("round \(round)/store.db")
            let made = Lock(0)
            let options = fixture.options
            Threads.run(4) { index in
                do {
                    let store = try SQLiteKeyStore(at: path, options: options)
                    _ = try store.makeSigner("signer \(index)")
                    do throws(StoreError) {
                        _ = try store.makeDevice("phone")
                        made.withLock { $0 += 1 }
                    } catch {
                        #expect(error.code == .nameTaken)
                    }
                } catch {
                    Issue.record(error)
                }
            }
            #expect(made.withLock { $0 } == 1)
            #expect(try SQLiteKeyStore(at: path, options: options).ownKeys().count == 5)
        }
    }

    @Test("A push that several open at once is new to one of them")
    func recordingAtOnce() throws {
        _ = try fixture.store().makeDevice("phone")
        var patient = fixture.options
        patient.receivingPatience = 10_000
        let stores = try (0..<4).map { _ in try SQLiteKeyStore(at: fixture.path, options: patient) }
        for time in 0..<Rounds.count(200) {
            let push = SeenPush(
                signer: nil,
                id: MessageID(),
                sentAt: Timestamp(milliseconds: UInt64(time)),
                staleFrom: Timestamp(milliseconds: .max)
            )
            let new = Lock(0)
            Threads.run(4) { index in
                do throws(KeyStoreError) {
                    if try stores[index].record(push, now: nil) == .new { new.withLock { $0 += 1 } }
                } catch {
                    Issue.record(error)
                }
            }
            #expect(new.withLock { $0 } == 1)
        }
    }

    @Test("Two programs that issue cards at once use no serial twice")
    func serials() throws {
        let stores = [try fixture.store(), try fixture.store()]
        _ = try stores[0].makeDevice("phone")
        let cards = Lock<[KeyCard]>([])
        Threads.run(2) { index in
            for round in 0..<Rounds.count(200) {
                do throws(StoreError) {
                    let card = try stores[index].card(of: "phone", displayName: "\(index) \(round)")
                    cards.withLock { $0.append(card) }
                } catch {
                    Issue.record(error)
                }
            }
        }
        let issued = cards.withLock { $0 }
        #expect(Set(issued.map(\.serial)).count == Set(issued).count)
    }
}
