// SPDX-License-Identifier: Apache-2.0

@_exported public import SealedPushExtension  // a test drives the extension it imports: one import serves
@_exported public import SealedPushSender  // and seals what it delivers
