// SPDX-License-Identifier: Apache-2.0
//
// A C target needs one source file; everything it offers is in its header.

#include "CSealedPushSodium.h"
