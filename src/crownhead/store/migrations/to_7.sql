-- From version 6 of the file to version 7. It never changes.
CREATE TABLE collections (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,
    version INTEGER NOT NULL,
    deletion INTEGER
);
INSERT INTO collections (id, name, created, version) VALUES (1, 'Played here', 0, 1);
CREATE TABLE names (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL
);
CREATE TABLE imports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    source     TEXT NOT NULL,
    started    REAL NOT NULL,
    finished   REAL,
    state      TEXT NOT NULL,
    added      INTEGER NOT NULL DEFAULT 0,
    duplicates INTEGER NOT NULL DEFAULT 0,
    faulty     INTEGER NOT NULL DEFAULT 0,
    faults     TEXT NOT NULL DEFAULT '[]',
    made       INTEGER NOT NULL DEFAULT 0,
    undone     INTEGER
);
CREATE TABLE deletions (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    made REAL NOT NULL,
    what TEXT NOT NULL
);
CREATE TABLE library (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL,
    import     INTEGER,
    deletion   INTEGER,
    black      INTEGER,
    white      INTEGER,
    event      INTEGER,
    site       INTEGER,
    opening    INTEGER,
    ballot     INTEGER,
    result     INTEGER NOT NULL,
    plies      INTEGER NOT NULL,
    day        INTEGER,
    date       TEXT,
    round      TEXT,
    rules      TEXT,
    start      TEXT,
    digest     INTEGER NOT NULL,
    noted      INTEGER NOT NULL,
    faulty     INTEGER NOT NULL,
    game       TEXT REFERENCES games (id) ON DELETE CASCADE,
    seen       INTEGER
);
CREATE INDEX library_by_digest ON library (digest);
CREATE INDEX library_by_import ON library (import) WHERE import IS NOT NULL;
CREATE INDEX library_by_deletion ON library (deletion) WHERE deletion IS NOT NULL;
CREATE UNIQUE INDEX library_by_game ON library (game) WHERE game IS NOT NULL;
CREATE TABLE records (
    id     INTEGER PRIMARY KEY REFERENCES library (id) ON DELETE CASCADE,
    moves  BLOB NOT NULL,
    tags   TEXT,
    pdn    TEXT,
    faults TEXT
);
CREATE TABLE remarks (
    id   INTEGER PRIMARY KEY REFERENCES library (id) ON DELETE CASCADE,
    text TEXT NOT NULL
);
CREATE TABLE runs (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    first INTEGER NOT NULL,
    last  INTEGER NOT NULL,
    games INTEGER NOT NULL
);
CREATE TABLE positions (
    run  INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key  INTEGER NOT NULL,
    leaf BLOB NOT NULL,
    PRIMARY KEY (run, key)
) WITHOUT ROWID;
