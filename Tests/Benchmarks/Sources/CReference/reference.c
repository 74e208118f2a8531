// SPDX-License-Identifier: Apache-2.0

#include "CReference.h"

#include <sodium.h>
#include <stdlib.h>

static unsigned char public_key[32], secret_key[32], signing_public[32], signing_secret[64], shared_key[32];
static unsigned char message[16384], sealed[16384 + 64], opened[16384], signature[64], nonce[24], header[34];
static size_t message_length;

void reference_prepare(size_t length) {
    if (sodium_init() < 0 || length > sizeof message) abort();
    message_length = length;
    crypto_box_keypair(public_key, secret_key);
    crypto_sign_keypair(signing_public, signing_secret);
    randombytes_buf(shared_key, sizeof shared_key);
    randombytes_buf(message, length);
    reference_seal();
}

void reference_seal(void) {
    if (crypto_box_seal(sealed, message, message_length, public_key) != 0) abort();
}

void reference_open(void) {
    if (crypto_box_seal_open(opened, sealed, message_length + crypto_box_SEALBYTES, public_key, secret_key) != 0) abort();
}

void reference_aead(void) {
    static unsigned char out[16384 + 64];
    randombytes_buf(nonce, sizeof nonce);
    crypto_aead_xchacha20poly1305_ietf_encrypt(out, NULL, message, message_length, header, sizeof header, NULL, nonce,
                                               shared_key);
}

void reference_sign(size_t length) { crypto_sign_detached(signature, NULL, message, length, signing_secret); }
