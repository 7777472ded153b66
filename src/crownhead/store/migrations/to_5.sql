-- From version 4 of the file to version 5. It never changes.
CREATE TABLE reviews (
    game     TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    line     TEXT NOT NULL,
    settings TEXT NOT NULL,
    findings TEXT NOT NULL,
    created  REAL NOT NULL
) WITHOUT ROWID;
