-- From version 5 of the file to version 6. It never changes.
CREATE TABLE analyses (
    id         TEXT PRIMARY KEY,
    version    INTEGER NOT NULL,
    created    REAL NOT NULL,
    updated    REAL NOT NULL,
    name       TEXT NOT NULL,
    game       TEXT,
    pdn        TEXT NOT NULL,
    board      TEXT NOT NULL,
    move_count INTEGER NOT NULL
);
CREATE INDEX analyses_by_time ON analyses (updated DESC, id DESC);
CREATE INDEX analyses_by_game ON analyses (game) WHERE game IS NOT NULL;
