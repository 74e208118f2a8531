// SPDX-License-Identifier: Apache-2.0
//
// What the library is measured against: the same calls of the same libsodium, from C, on buffers that are there already.

#ifndef REFERENCE_H
#define REFERENCE_H

#include <stddef.h>

/// Fills keys and messages; `length` is that of the padded inner part.
void reference_prepare(size_t length);
/// `crypto_box_seal` of the padded inner part.
void reference_seal(void);
/// `crypto_box_seal_open` of it.
void reference_open(void);
/// `crypto_aead_xchacha20poly1305_ietf_encrypt` of the padded inner part, with a fresh nonce.
void reference_aead(void);
/// `crypto_sign_detached` over a message of `length` bytes.
void reference_sign(size_t length);

#endif
