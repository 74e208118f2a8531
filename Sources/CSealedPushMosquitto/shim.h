// SPDX-License-Identifier: Apache-2.0
//
// libmosquitto 2.0.11, the version Debian 12 ships; nothing newer is used. Swift imports every function this project calls
// as it stands. OpenSSL 3.0 is here for the TLS context alone: libmosquitto keeps to itself why a certificate was refused,
// a context of one's own can be asked.

#ifndef SEALEDPUSH_MOSQUITTO_SHIM_H
#define SEALEDPUSH_MOSQUITTO_SHIM_H

#include <mosquitto.h>
#include <mqtt_protocol.h>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#endif
