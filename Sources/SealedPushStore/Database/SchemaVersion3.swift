// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// Keeps what providers said of contacts' addresses by who said it: one service's word says nothing of another.
    ///
    /// What stood there is dropped, since nobody can tell who had said it; services say it again.
    static let version3 = """
        DROP TABLE dead_address;
        CREATE TABLE dead_address (
            contact INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
            service TEXT NOT NULL, token TEXT NOT NULL, topic TEXT NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY (contact, service)
        ) STRICT, WITHOUT ROWID;
        """
}
