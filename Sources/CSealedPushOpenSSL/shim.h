// SPDX-License-Identifier: Apache-2.0
//
// OpenSSL 3.0, the version Debian 12 ships; nothing newer is used. For ES256 signatures, for looking into the files of
// a provider's credentials before a connection needs them, and for asking a connection what was agreed on; TLS itself is
// libcurl's business.

#ifndef SEALEDPUSH_OPENSSL_SHIM_H
#define SEALEDPUSH_OPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#endif
