-- The file of version 1, as its programs have made it; schema.sql explains the columns.
CREATE TABLE games (
    id            TEXT PRIMARY KEY,
    version       INTEGER NOT NULL,
    created       REAL NOT NULL,
    updated       REAL NOT NULL,
    black         TEXT NOT NULL,
    white         TEXT NOT NULL,
    rules         TEXT NOT NULL,
    start         TEXT NOT NULL,
    opening_plies INTEGER NOT NULL,
    clock         TEXT NOT NULL,
    black_left    REAL,
    white_left    REAL,
    ply           INTEGER NOT NULL,
    pace          REAL NOT NULL,
    paused        INTEGER NOT NULL,
    draw_offer    TEXT,
    ending        TEXT
);

CREATE INDEX games_by_time ON games (updated DESC);

CREATE TABLE moves (
    game       TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply        INTEGER NOT NULL,
    path       TEXT NOT NULL,
    black_left REAL,
    white_left REAL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
