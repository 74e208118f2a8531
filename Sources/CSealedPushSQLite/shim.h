// SPDX-License-Identifier: Apache-2.0
//
// SQLite as the system has it, on Linux and on Apple's platforms.

#ifndef SEALEDPUSH_SQLITE_SHIM_H
#define SEALEDPUSH_SQLITE_SHIM_H

#include <sqlite3.h>

#endif
