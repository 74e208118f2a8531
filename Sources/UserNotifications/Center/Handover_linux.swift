// SPDX-License-Identifier: Apache-2.0

/// Carries a value to another thread.
///
/// Unchecked because the framework's classes are not `Sendable`: whoever hands one over keeps no other use of it, or it never
/// changes.
package struct Handover<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
