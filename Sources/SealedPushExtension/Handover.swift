// SPDX-License-Identifier: Apache-2.0

/// Carries a value from one thread to another.
///
/// Unchecked because UN classes are not `Sendable`: whoever hands one over has copied it, or touches it no more.
struct Handover<Value>: @unchecked Sendable {
    let value: Value
}
