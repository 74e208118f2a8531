// SPDX-License-Identifier: Apache-2.0
//
// libcurl 7.88, the version Debian 12 ships; nothing newer is used. Swift does not import variadic functions, and libcurl
// reads each option as exactly one C type: hence one function for every type an option, an info or a callback can have.

#ifndef SEALEDPUSH_CURL_SHIM_H
#define SEALEDPUSH_CURL_SHIM_H

// The checks of the variadic macros are for callers that use them directly.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// curl.h also makes macros of the variadic functions' names, which are of no use inside other functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt

// Once per process, before the first handle: everything that libcurl can initialise. Composite macros are not imported.
static inline CURLcode sealedpush_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_ALL);
}

// Options of one transfer. Strings are copied by libcurl; bytes of CURLOPT_POSTFIELDS, lists and private data are not.

static inline CURLcode sealedpush_curl_easy_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode sealedpush_curl_easy_setopt_off_t(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode sealedpush_curl_easy_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode sealedpush_curl_easy_setopt_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode sealedpush_curl_easy_setopt_blob(CURL *handle, CURLoption option, const struct curl_blob *value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode sealedpush_curl_easy_setopt_write(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_READFUNCTION.
static inline CURLcode sealedpush_curl_easy_setopt_read(CURL *handle, CURLoption option, curl_read_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_SEEKFUNCTION.
static inline CURLcode sealedpush_curl_easy_setopt_seek(CURL *handle, CURLoption option, curl_seek_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_DEBUGFUNCTION.
static inline CURLcode sealedpush_curl_easy_setopt_debug(CURL *handle, CURLoption option, curl_debug_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_XFERINFOFUNCTION.
static inline CURLcode sealedpush_curl_easy_setopt_xferinfo(
    CURL *handle, CURLoption option, curl_xferinfo_callback value
) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_OPENSOCKETFUNCTION: sees, and may refuse, the address that is about to be connected to.
static inline CURLcode sealedpush_curl_easy_setopt_opensocket(
    CURL *handle, CURLoption option, curl_opensocket_callback value
) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_SSL_CTX_FUNCTION: sees the TLS library's context before a connection uses it.
static inline CURLcode sealedpush_curl_easy_setopt_ssl_ctx(
    CURL *handle, CURLoption option, curl_ssl_ctx_callback value
) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_CLOSESOCKETFUNCTION.
static inline CURLcode sealedpush_curl_easy_setopt_closesocket(
    CURL *handle, CURLoption option, curl_closesocket_callback value
) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_SOCKOPTFUNCTION.
static inline CURLcode sealedpush_curl_easy_setopt_sockopt(
    CURL *handle, CURLoption option, curl_sockopt_callback value
) {
    return curl_easy_setopt(handle, option, value);
}

// What is known about a transfer. A string belongs to the handle and lives until its next transfer or its end.

static inline CURLcode sealedpush_curl_easy_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode sealedpush_curl_easy_getinfo_off_t(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode sealedpush_curl_easy_getinfo_double(CURL *handle, CURLINFO info, double *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode sealedpush_curl_easy_getinfo_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}

// CURLINFO_ACTIVESOCKET.
static inline CURLcode sealedpush_curl_easy_getinfo_socket(CURL *handle, CURLINFO info, curl_socket_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

// CURLINFO_PRIVATE.
static inline CURLcode sealedpush_curl_easy_getinfo_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

// Options of a set of transfers, and of what several transfers share.

static inline CURLMcode sealedpush_curl_multi_setopt_pointer(CURLM *multi, CURLMoption option, const void *value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode sealedpush_curl_share_setopt_long(CURLSH *share, CURLSHoption option, int value) {
    return curl_share_setopt(share, option, value);
}

// The result of a finished transfer; the message's union has an awkward shape in Swift.
static inline CURLcode sealedpush_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
