// SPDX-License-Identifier: Apache-2.0

/// What the server has of its own.
let deviceKeys: [String] = []

func send(_ json: [UInt8]) async throws {}
