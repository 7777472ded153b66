-- The file of version 1, as its programs have made it.
CREATE TABLE games (
    id            TEXT PRIMARY KEY,
    version       INTEGER NOT NULL,  -- grows with every change; who writes must have seen the last
    created       REAL NOT NULL,     -- seconds since 1970
    updated       REAL NOT NULL,
    black         TEXT NOT NULL,     -- 'person', or an opponent's name
    white         TEXT NOT NULL,
    rules         TEXT NOT NULL,     -- as Rules.parse reads them
    start         TEXT NOT NULL,     -- FEN
    opening_plies INTEGER NOT NULL,  -- moves of a ballot, which are not taken back
    clock         TEXT NOT NULL,     -- JSON: kind, seconds, increment
    black_left    REAL,              -- seconds on the clocks now; NULL without a clock
    white_left    REAL,
    ply           INTEGER NOT NULL,  -- where the game stands; later moves can be made again
    pace          REAL NOT NULL,     -- seconds between the moves of two computers
    paused        INTEGER NOT NULL,
    draw_offer    TEXT,              -- the side that offers
    ending        TEXT               -- JSON: winner, reason; after the last move, only if it was declared
);

CREATE INDEX games_by_time ON games (updated DESC);

CREATE TABLE moves (
    game       TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply        INTEGER NOT NULL,     -- 1 is the first move
    path       TEXT NOT NULL,        -- squares joined by spaces
    black_left REAL,                 -- seconds on the clocks after the move
    white_left REAL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

-- What belongs to no game: the page's preferences, the secret of its cookie, the last port.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL              -- JSON
) WITHOUT ROWID;
