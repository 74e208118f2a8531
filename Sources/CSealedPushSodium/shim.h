// SPDX-License-Identifier: Apache-2.0
//
// libsodium 1.0.18, the version Debian 12 ships; nothing newer is used. Swift imports every function this project calls
// as it stands. Composite macros such as crypto_box_SEALBYTES are not imported: the sizes are named in Swift.

#ifndef SEALEDPUSH_SODIUM_SHIM_H
#define SEALEDPUSH_SODIUM_SHIM_H

#include <sodium.h>

#endif
