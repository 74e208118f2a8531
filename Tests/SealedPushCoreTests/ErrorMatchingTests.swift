// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushCore

/// Errors that carry a code, a place and no secret.
struct ErrorMatchingTests {
    @Test("A code matches the errors that carry it")
    func matching() {
        func code(_ error: any Error) -> String {
            switch error {
            case KeyError.Code.wrongKind: "kind"
            case KeyError.Code.malformed: "malformed key"
            case PayloadError.Code.malformed: "malformed payload"
            default: "other"
            }
        }
        #expect(code(KeyError(.wrongKind, "")) == "kind")
        #expect(code(KeyError(.malformed, "")) == "malformed key")
        #expect(code(PayloadError(.malformed, "")) == "malformed payload")
        #expect(code(KeyError(.file, "", errno: 2)) == "other")
    }

    @Test("A place in front of an error leaves its code and number")
    func located() {
        let error = KeyError(.file, "cannot read", errno: 13).located("line 2")
        #expect(error == KeyError(.file, "line 2: cannot read", errno: 13))
    }
}
