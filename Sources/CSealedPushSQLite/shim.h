// SPDX-License-Identifier: Apache-2.0
//
// SQLite as the system has it, on Linux and on Apple's platforms.

#ifndef SEALEDPUSH_SQLITE_SHIM_H
#define SEALEDPUSH_SQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast, which Swift does not import: "copy the bytes before you return".

static inline int sealedpush_sqlite3_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static inline int sealedpush_sqlite3_bind_text_copied(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

#endif
