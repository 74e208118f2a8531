// SPDX-License-Identifier: Apache-2.0

@_exported public import SealedPushReceiver  // a store is made to be given to a receiver: one import serves
