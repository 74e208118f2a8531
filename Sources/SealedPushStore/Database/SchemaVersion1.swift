// SPDX-License-Identifier: Apache-2.0

extension Schema {
    /// The first version; a change to the tables is a new migration, never a change here.
    ///
    /// Secrets have a table of their own: its pages are written when a key comes or goes, and at no other time. Keys are
    /// found by the first 8 bytes of their fingerprint and told apart by the whole of it.
    static let version1 = """
        CREATE TABLE secret (
            id INTEGER PRIMARY KEY,
            bytes BLOB NOT NULL CHECK (length(bytes) = 32)
        ) STRICT;

        -- Own keys under a local name; kind is that of the public key, or 'shared-secret'.
        CREATE TABLE own (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('device', 'signer', 'shared-secret')),
            identity BLOB UNIQUE CHECK (length(identity) = 32),
            identity_secret INTEGER UNIQUE REFERENCES secret (id),
            created INTEGER NOT NULL,
            serial INTEGER NOT NULL DEFAULT 0,
            card TEXT,
            grace INTEGER,
            revoked INTEGER
        ) STRICT;

        CREATE TABLE own_key (
            id INTEGER PRIMARY KEY,
            own INTEGER NOT NULL REFERENCES own (id),
            fingerprint BLOB NOT NULL UNIQUE CHECK (length(fingerprint) = 32),
            public BLOB CHECK (length(public) = 32),
            secret INTEGER NOT NULL UNIQUE REFERENCES secret (id),
            created INTEGER NOT NULL,
            usable_until INTEGER
        ) STRICT;
        CREATE INDEX own_key_by_id ON own_key (substr(fingerprint, 1, 8));
        CREATE UNIQUE INDEX own_key_current ON own_key (own) WHERE usable_until IS NULL;

        -- What is left of own keys that are gone.
        CREATE TABLE retired_key (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            fingerprint BLOB NOT NULL UNIQUE CHECK (length(fingerprint) = 32),
            created INTEGER NOT NULL,
            retired INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX retired_key_by_id ON retired_key (substr(fingerprint, 1, 8));

        -- Others, pinned by identity and kind, or by a bare key; without a name, what is left of one.
        CREATE TABLE contact (
            id INTEGER PRIMARY KEY,
            name TEXT UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('device', 'signer')),
            identity BLOB CHECK (length(identity) = 32),
            serial INTEGER NOT NULL DEFAULT 0,
            card TEXT,
            accepted INTEGER NOT NULL,
            revoked INTEGER,
            UNIQUE (identity, kind)
        ) STRICT;

        CREATE TABLE contact_key (
            id INTEGER PRIMARY KEY,
            contact INTEGER NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
            fingerprint BLOB NOT NULL UNIQUE CHECK (length(fingerprint) = 32),
            public BLOB NOT NULL CHECK (length(public) = 32),
            created INTEGER NOT NULL,
            usable_until INTEGER
        ) STRICT;
        CREATE INDEX contact_key_by_id ON contact_key (substr(fingerprint, 1, 8));
        CREATE UNIQUE INDEX contact_key_current ON contact_key (contact) WHERE usable_until IS NULL;

        -- One list for each signer, one for all unsigned pushes, whose signer is 32 zero bytes. Times that a sender
        -- states are eight bytes, most significant first: they may be beyond what an INTEGER holds.
        CREATE TABLE seen_list (
            id INTEGER PRIMARY KEY,
            signer BLOB NOT NULL UNIQUE CHECK (length(signer) = 32),
            length INTEGER NOT NULL DEFAULT 0,
            floor BLOB CHECK (length(floor) = 8)
        ) STRICT;

        CREATE TABLE seen (
            list INTEGER NOT NULL REFERENCES seen_list (id),
            message BLOB NOT NULL CHECK (length(message) = 16),
            sent_at BLOB NOT NULL CHECK (length(sent_at) = 8),
            PRIMARY KEY (list, message)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seen_by_sent_at ON seen (list, sent_at);

        CREATE TABLE failure (
            reason TEXT PRIMARY KEY,
            count INTEGER NOT NULL,
            last INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Single facts about the store, by name (`Fact`).
        CREATE TABLE fact (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
