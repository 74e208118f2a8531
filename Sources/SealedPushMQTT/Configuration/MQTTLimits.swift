// SPDX-License-Identifier: Apache-2.0

/// What this module takes at most.
public enum MQTTLimits {
    /// Bytes of a payload: a sealed push has some thousand, and nothing that is no push should fill a device's memory.
    ///
    /// A larger one is not published. One that comes is acknowledged, counted and not handed over.
    public static let payload = 65_536
    /// Bytes of a packet that a subscriber lets a broker send at all: a broker drops larger ones (MQTT 5, 3.1.2.11.4).
    ///
    /// Well above `payload`, so that what is a little too large is counted where it arrives.
    public static let packet: UInt32 = 1_048_576
    /// Messages that a broker may send before the first is acknowledged, so that a flood waits at the broker.
    public static let unacknowledged: UInt16 = 20
    /// Bytes of a password: what the length before it in a packet can tell.
    static let password = 65_535
}
