// SPDX-License-Identifier: Apache-2.0

/// What the push says.
public let message = "Front door opened"
