// SPDX-License-Identifier: Apache-2.0

@_exported public import SealedPushCore  // keys, payloads and recipients are part of every call: one import serves
