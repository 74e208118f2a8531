// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushSodium

/// Secret bytes in guarded memory: filled once, read-only from then on, wiped when the last copy goes.
///
/// Backed by `sodium_malloc` (guard pages, locked into RAM where the system allows, left out of core dumps). Each
/// allocation takes about 28 µs and several memory maps, of which Linux allows a process 65,530: for long-term secrets,
/// at most some 16,000 of them at once. Equality takes constant time; a description shows the length alone.
public struct SecretBytes: Sendable {
    private let storage: Storage

    /// The number of bytes.
    public var count: Int { storage.count }

    /// Copies `bytes` into guarded memory.
    ///
    /// The caller's own copy stays where it is: wipe it.
    ///
    /// - Throws: `KeyError.notEnoughMemory` when the system gives no guarded memory.
    public init(_ bytes: [UInt8]) throws(KeyError) {
        try unsafe self.init(capacity: bytes.count) { buffer in
            for (index, byte) in bytes.enumerated() { unsafe buffer[index] = byte }
            return bytes.count
        }
    }

    /// Lets `fill` write up to `capacity` bytes and return how many are the secret.
    @unsafe package init(
        capacity: Int,
        fill: (UnsafeMutablePointer<UInt8>) throws(KeyError) -> Int
    ) throws(KeyError) {
        storage = unsafe try Storage(capacity: capacity, fill: fill)
    }

    /// Reads the bytes; the span must not leave the closure, and nothing should copy it.
    public func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result
    {
        let storage = storage
        defer { withExtendedLifetime(storage) {} }
        return try body(unsafe RawSpan(_unsafeStart: storage.base, byteCount: storage.count))
    }

    /// Lends a copy in an array, for code that takes no span, and wipes it afterwards.
    package func withCopy<Result, Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Result) throws(Failure) -> Result
    {
        var copy = withBytes { span in unsafe span.withUnsafeBytes { unsafe [UInt8]($0) } }
        defer { Sodium.wipe(&copy) }
        return try body(copy)
    }

    /// A part of it, in guarded memory of its own.
    package func prefix(_ length: Int) throws(KeyError) -> SecretBytes {
        unsafe try SecretBytes(capacity: length) { output in
            unsafe withPointer { unsafe output.update(from: $0, count: min(length, count)) }
            return min(length, count)
        }
    }

    /// The pointer for a C call; the same rule as for `withBytes`.
    @unsafe func withPointer<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let storage = storage
        defer { withExtendedLifetime(storage) {} }
        return unsafe try body(UnsafePointer(storage.base))
    }
}

extension SecretBytes: Equatable {
    /// Compares in constant time; only the lengths are compared in the open.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withPointer { leftPointer in
            unsafe right.withPointer { rightPointer in
                unsafe Sodium.succeeded(sodium_memcmp(leftPointer, rightPointer, left.count))
            }
        }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length, never the bytes.
    public var description: String { "secret of \(count) bytes" }
    /// The length, never the bytes.
    public var debugDescription: String { description }
    /// Without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes {
    /// Owns one guarded allocation.
    @safe
    private final class Storage: @unchecked Sendable {
        // Unchecked because it holds a pointer: the memory is made read-only before `init` returns and freed in
        // `deinit`, so every access in between is a read.
        let base: UnsafeMutablePointer<UInt8>
        let count: Int

        init(capacity: Int, fill: (UnsafeMutablePointer<UInt8>) throws(KeyError) -> Int) throws(KeyError) {
            Sodium.start()
            guard let memory = unsafe sodium_malloc(max(capacity, 1)) else {
                throw KeyError(.notEnoughMemory, "not enough memory for a secret of \(capacity) bytes")
            }
            unsafe base = memory.bindMemory(to: UInt8.self, capacity: max(capacity, 1))
            do throws(KeyError) {
                count = unsafe try fill(base)
            } catch {
                unsafe sodium_free(base)
                throw error
            }
            unsafe sodium_mprotect_readonly(base)
        }

        deinit {
            unsafe sodium_free(base)
        }
    }
}
