// SPDX-License-Identifier: Apache-2.0
//
// nghttp2 1.52, the version Debian 12 ships; nothing newer is used.

#ifndef SEALEDPUSH_HTTP2_SHIM_H
#define SEALEDPUSH_HTTP2_SHIM_H

#include <nghttp2/nghttp2.h>

#endif
