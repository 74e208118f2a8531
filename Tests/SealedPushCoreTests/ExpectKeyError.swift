// SPDX-License-Identifier: Apache-2.0

import SealedPushCore
import Testing

/// Expects a `KeyError` with that code.
@discardableResult
func expectKeyError<Result>(
    _ code: KeyError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) -> KeyError? {
    let error = #expect(throws: KeyError.self, sourceLocation: sourceLocation) { _ = try body() }
    if let error { #expect(error.code == code, sourceLocation: sourceLocation) }
    return error
}
