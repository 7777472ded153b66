-- Version 8. A later version is a step in migrations/; this file always holds the newest schema.
CREATE TABLE games (
    id            TEXT PRIMARY KEY,
    version       INTEGER NOT NULL,  -- grows with every change; who writes must have seen the last
    created       REAL NOT NULL,     -- seconds since 1970
    updated       REAL NOT NULL,
    black         TEXT NOT NULL,     -- 'person', or an opponent's name
    white         TEXT NOT NULL,
    black_name    TEXT,              -- what a person calls themself in this game
    white_name    TEXT,
    "match"       TEXT,              -- the first game of a series of rematches; NULL: this is a first
    rules         TEXT NOT NULL,     -- as Rules.parse reads them
    start         TEXT NOT NULL,     -- FEN
    opening_plies INTEGER NOT NULL,  -- moves of a ballot, which are not taken back
    clock         TEXT NOT NULL,     -- JSON: kind, seconds, increment
    black_left    REAL,              -- seconds on the clocks now; NULL without a clock
    white_left    REAL,
    ply           INTEGER NOT NULL,  -- where the game stands; later moves can be made again
    pace          REAL NOT NULL,     -- seconds between the moves of two computers
    paused        INTEGER NOT NULL,
    book          INTEGER NOT NULL DEFAULT 1,  -- 1: computers may use their opening book
    draw_offer    TEXT,              -- the side that offers
    ending        TEXT,              -- JSON: winner, reason; after the last move, only if it was declared

    -- What a list shows, so that it need not play the games through. Where `board` is NULL nobody has
    -- done so yet; then `reason` knows only of endings that were declared.
    move_count    INTEGER NOT NULL DEFAULT 0,  -- rows in `moves`
    board         TEXT,              -- 32 letters, where the game stands; '' if its moves cannot be played
    turn          TEXT,              -- the side to move there
    winner        TEXT,
    reason        TEXT,              -- why the game is over; NULL while it goes on

    -- For the person who looks at the list. 'over' has nothing to say of them.
    state         TEXT GENERATED ALWAYS AS (
        CASE
            WHEN reason IS NULL THEN 'going'
            WHEN reason = 'both lost' THEN 'over'  -- both sides lost
            WHEN winner IS NULL THEN 'drawn'
            WHEN (black = 'person') = (white = 'person') THEN 'over'  -- two people, or two computers
            WHEN (winner = 'black') = (black = 'person') THEN 'won'
            ELSE 'lost'
        END
    ) VIRTUAL,
    untouched     INTEGER GENERATED ALWAYS AS (
        move_count = opening_plies AND ending IS NULL AND reason IS NULL
    ) VIRTUAL
);

CREATE INDEX games_by_match ON games ("match") WHERE "match" IS NOT NULL;

-- Lists walk along this one alone and look at a game only when it is wanted: all that they ask for
-- stands in it. An index for each question would be written anew with every move.
CREATE INDEX games_by_time ON games (updated DESC, id DESC, untouched, state, black, white);
CREATE INDEX games_untouched ON games (updated DESC, id DESC) WHERE untouched;
CREATE INDEX games_unsummarized ON games (updated DESC, id DESC) WHERE board IS NULL;

CREATE TABLE moves (
    game       TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply        INTEGER NOT NULL,     -- 1 is the first move
    path       TEXT NOT NULL,        -- squares joined by spaces
    black_left REAL,                 -- seconds on the clocks after the move
    white_left REAL,
    book       INTEGER NOT NULL DEFAULT 0,  -- 1: a computer had it from its opening book
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

-- Sides that belong to one browser, or that are kept for whoever follows a link; a side that is not
-- here is anybody's.
CREATE TABLE seats (
    game       TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side       TEXT NOT NULL CHECK (side IN ('black', 'white')),
    visitor    TEXT,                 -- the browser's secret name
    invitation TEXT,                 -- the code of the link
    PRIMARY KEY (game, side),
    CHECK ((visitor IS NULL) <> (invitation IS NULL))
) WITHOUT ROWID;

-- What a review has found in a game, when it was done.
CREATE TABLE reviews (
    game     TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    line     TEXT NOT NULL,          -- which moves: start, rules and moves as one name
    settings TEXT NOT NULL,          -- JSON: how long was thought, and with what
    findings TEXT NOT NULL,          -- JSON: review/findings.py
    created  REAL NOT NULL           -- seconds since 1970
) WITHOUT ROWID;

-- Games with variations that somebody looks into.
CREATE TABLE analyses (
    id         TEXT PRIMARY KEY,
    version    INTEGER NOT NULL,     -- grows with every change; who writes must have seen the last
    created    REAL NOT NULL,        -- seconds since 1970
    updated    REAL NOT NULL,
    name       TEXT NOT NULL,        -- what somebody calls it
    game       TEXT,                 -- the game played here that it began with; it may be gone
    pdn        TEXT NOT NULL,
    board      TEXT NOT NULL,        -- for a list: 32 letters at the end of the main line
    move_count INTEGER NOT NULL,     -- and how many moves that has
    library    INTEGER               -- the game of the library that it began with; it may be gone
);
CREATE INDEX analyses_by_time ON analyses (updated DESC, id DESC);
CREATE INDEX analyses_by_game ON analyses (game) WHERE game IS NOT NULL;
CREATE INDEX analyses_by_library ON analyses (library) WHERE library IS NOT NULL;

-- What belongs to no game: the page's preferences, the last port, what cookies are signed with.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL              -- JSON
) WITHOUT ROWID;

-- The library: games that people own, and those above that are over. docs/collections.md describes it.
CREATE TABLE collections (
    id      INTEGER PRIMARY KEY,     -- 1 holds the games that were played here
    name    TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,           -- seconds since 1970
    version INTEGER NOT NULL,        -- grows with every change of its games
    deletion INTEGER                 -- with which it was deleted as a whole; 0: no game was ever in it
);
INSERT INTO collections (id, name, created, version) VALUES (1, 'Played here', 0, 1);

-- Names of players, events, sites and openings, each once.
CREATE TABLE names (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL             -- as it is searched: small plain letters and digits
);

CREATE TABLE imports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    source     TEXT NOT NULL,        -- what the file was called; '': standard input
    started    REAL NOT NULL,
    finished   REAL,                 -- NULL: it runs, or was killed
    state      TEXT NOT NULL,        -- running, done, stopped, failed
    added      INTEGER NOT NULL DEFAULT 0,
    duplicates INTEGER NOT NULL DEFAULT 0,
    faulty     INTEGER NOT NULL DEFAULT 0,
    faults     TEXT NOT NULL DEFAULT '[]',  -- JSON: the first errors, with the game, line and column
    made       INTEGER NOT NULL DEFAULT 0,  -- 1: there was no such collection before
    undone     INTEGER               -- the deletion that took its games out again
);

-- What was deleted together, so that it can come back together.
CREATE TABLE deletions (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    made REAL NOT NULL,
    what TEXT NOT NULL               -- JSON: a message that names the collection or import; '' for selected games
);

-- The games in short: searches go through this table, so its rows are small. Names are those of `names`.
-- Numbers are never used twice, and games are seen in the order of their numbers: the index of
-- positions depends on it.
CREATE TABLE library (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL,
    import     INTEGER,              -- NULL: played here
    deletion   INTEGER,              -- NULL: not deleted
    black      INTEGER,              -- NULL: nobody knows, or a person who played here without a name
    white      INTEGER,
    event      INTEGER,
    site       INTEGER,
    opening    INTEGER,
    ballot     INTEGER,              -- 1 to 174
    result     INTEGER NOT NULL,     -- 0 not known, 1 Black won, 2 White won, 3 drawn, 4 both lost
    plies      INTEGER NOT NULL,
    day        INTEGER,              -- year, month and day as 20261116; 0 for what is not known
    date       TEXT,                 -- as it was given
    round      TEXT,
    rules      TEXT,                 -- as Rules.parse reads them; NULL: English
    start      TEXT,                 -- FEN; NULL: where the rules begin
    digest     INTEGER NOT NULL,     -- of rules, start, moves, result and players, to find duplicates
    noted      INTEGER NOT NULL,     -- 1: it has comments or variations
    faulty     INTEGER NOT NULL,     -- 1: something in it could not be read
    game       TEXT REFERENCES games (id) ON DELETE CASCADE,  -- NULL: not played here
    seen       INTEGER               -- the version of that game
);
CREATE INDEX library_by_digest ON library (digest);
CREATE INDEX library_by_import ON library (import) WHERE import IS NOT NULL;
CREATE INDEX library_by_deletion ON library (deletion) WHERE deletion IS NOT NULL;
CREATE UNIQUE INDEX library_by_game ON library (game) WHERE game IS NOT NULL;

-- The rest of each game.
CREATE TABLE records (
    id     INTEGER PRIMARY KEY REFERENCES library (id) ON DELETE CASCADE,  -- of the game
    moves  BLOB NOT NULL,            -- as the core packs them
    tags   TEXT,                     -- JSON: tags that `library` has no place for
    pdn    TEXT,                     -- of games with comments or variations
    faults TEXT                      -- JSON: what could not be read
);

-- What is said in the comments of a game, as it is searched.
CREATE TABLE remarks (
    id   INTEGER PRIMARY KEY REFERENCES library (id) ON DELETE CASCADE,
    text TEXT NOT NULL               -- small plain letters and digits
);

-- The index of positions in parts: each has all games whose numbers lie between its first and its last.
CREATE TABLE runs (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    first INTEGER NOT NULL,
    last  INTEGER NOT NULL,
    games INTEGER NOT NULL           -- how many there were when it was made
);
CREATE TABLE positions (
    run  INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key  INTEGER NOT NULL,           -- the lowest key of the leaf; docs/library.md says what keys are
    leaf BLOB NOT NULL,
    PRIMARY KEY (run, key)
) WITHOUT ROWID;
