// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationHost
import SealedPushCore
import TestSupport
import Testing

@testable import SealedPushListen

@Suite("The gate before a presenter")
struct GatePresenterTests {
    private let folder: TemporaryDirectory
    private let journal: Journal
    private let inner = RecordingPresenter()
    private let gate: GatePresenter
    private let outcomes = Lock<[PresentationOutcome]>([])

    init() throws {
        folder = try TemporaryDirectory()
        journal = try Journal(at: folder.path("journal.db"))
        try journal.begin("h", seen: nil)
        gate = GatePresenter(inner, journal: journal, speaker: Speaker(descriptor: -1))
    }

    private func present(_ delivery: Int64, replacing reference: String? = nil) {
        var presentation = Presentation(delivery: delivery, identifier: "h", date: .now, title: "t")
        presentation.replacedReference = reference
        gate.present(presentation) { outcome in outcomes.withLock { $0.append(outcome) } }
    }

    @Test("lets a push through once, and answers for it afterwards")
    func once() throws {
        present(1)
        present(2, replacing: "shown-1")
        #expect(inner.presentations.map(\.delivery) == [1])
        #expect(outcomes.withLock { $0 } == [.shown(reference: "shown-1"), .shown(reference: "shown-1")])
        #expect(try journal.entry("h")?.isShown == true)
    }

    @Test("lets it through again when it was not shown")
    func notNow() throws {
        inner.isAway = true
        present(1)
        #expect(try journal.entry("h")?.isShown == false)
        inner.isAway = false
        present(1)
        #expect(inner.presentations.map(\.delivery) == [1])
        #expect(outcomes.withLock { $0 } == [.notNow, .shown(reference: "shown-1")])
    }

    @Test("answers a second delivery of the same push with what comes of the first")
    func underWay() {
        inner.holdsBack = true
        present(1)
        present(2)
        #expect(inner.presentations.map(\.delivery) == [1])
        inner.holdsBack = false
        #expect(outcomes.withLock { $0 } == [.shown(reference: "shown-1"), .shown(reference: "shown-1")])
    }

    @Test("says of one that may have been shown before that it may, and shows none that was", arguments: ["", "Hall"])
    func doubt(subtitle: String) throws {
        var presentation = Presentation(delivery: 1, identifier: "h", date: .now, title: "t")
        presentation.isInDoubt = true
        presentation.subtitle = subtitle
        for _ in 0..<2 { gate.present(presentation) { _ in } }
        let shown = (subtitle.isEmpty ? "" : "\(subtitle) ") + "(may have been shown before)"
        #expect(inner.presentations.map(\.subtitle) == [shown])
    }

    @Test("says once that nothing can be shown, and once that it can again")
    func problem() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let said = Inbox()
        said.read(ends[0])
        let gate = GatePresenter(inner, journal: journal, speaker: Speaker(descriptor: ends[1]))
        gate.start(shown: []) { _ in }
        for _ in 0..<2 {
            inner.isAway = true
            for delivery in 1...2 {
                let presentation = Presentation(delivery: Int64(delivery), identifier: "h", date: .now, title: "t")
                gate.present(presentation) { _ in }
            }
            inner.isAway = false
        }
        close(ends[1])
        let lines = try await said.end()
        let begin = "sealedpush: nothing is shown for now, and kept: nobody takes it"
        let end = "sealedpush: what comes is shown again"
        #expect(lines == [begin, end, begin, end])
    }

    @Test("lets alerts be granted where no desktop is there yet")
    func abilities() {
        inner.abilities = []
        #expect(gate.abilities.contains(.alert))
    }
}
