// SPDX-License-Identifier: Apache-2.0
//
// The Mac half: the same module over the libsodium binary of swift-sodium. Written for Apple platforms, never built by us.

#ifndef SEALEDPUSH_SODIUM_APPLE_H
#define SEALEDPUSH_SODIUM_APPLE_H

#include <sodium.h>

#endif
