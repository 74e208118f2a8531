// SPDX-License-Identifier: Apache-2.0

@_exported public import SealedPushReceiver  // a service is written in terms of receivers and reasons: one import serves
