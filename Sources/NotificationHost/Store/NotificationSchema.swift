// SPDX-License-Identifier: Apache-2.0

extension NotificationStore {
    /// Dates are milliseconds since 1970.
    ///
    /// Numbers of rows are never used twice, so that their order is that of the calls.
    static let version1 = """
        CREATE TABLE fact (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The last pushes that a provider may bring again.
        CREATE TABLE taken (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE
        ) STRICT;

        -- The address of this app on this device: one row at most.
        CREATE TABLE token (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            bytes BLOB NOT NULL
        ) STRICT;

        -- What is scheduled. A trigger of time has a due date; one of place knows where the device was, once it was seen.
        CREATE TABLE pending (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE,
            due INTEGER,
            is_inside INTEGER CHECK (is_inside IN (0, 1)),
            content BLOB NOT NULL,
            trigger BLOB NOT NULL,
            files BLOB
        ) STRICT;
        CREATE INDEX pending_by_date ON pending (due, number) WHERE due IS NOT NULL;

        -- What was delivered and is in the list, or is still to be shown.
        CREATE TABLE delivered (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE,
            date INTEGER NOT NULL,
            content BLOB NOT NULL,
            trigger BLOB,
            files BLOB,
            -- 0 to be shown, 1 given to the presenter, 2 shown
            state INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
            -- whether a process ended while it was with the presenter
            is_in_doubt INTEGER NOT NULL DEFAULT 0,
            -- whether it stays in the list after its banner
            is_listed INTEGER NOT NULL DEFAULT 1,
            -- what the presenter calls it, or what it called the one before it
            reference TEXT
        ) STRICT;
        CREATE INDEX delivered_to_show ON delivered (number) WHERE state = 0;
        """
}
