// SPDX-License-Identifier: Apache-2.0

/// What the app has of its own.
let group = "/var/mobile/group"
let fromServer = ""

func upload(_ card: String) async throws {}
func askToPairAgain() {}
