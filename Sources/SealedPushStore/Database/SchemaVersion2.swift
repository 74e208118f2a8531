// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// Adds what providers said of contacts' addresses; nothing that was there changes.
    ///
    /// An address stands there in full: once the contact has another one, the row says nothing of it.
    static let version2 = """
        CREATE TABLE dead_address (
            contact INTEGER PRIMARY KEY REFERENCES contact (id) ON DELETE CASCADE,
            token TEXT NOT NULL,
            topic TEXT NOT NULL,
            environment TEXT NOT NULL,
            since INTEGER NOT NULL
        ) STRICT;
        """
}
