"""What leads from each version of the file to the next; these never change."""

from __future__ import annotations

from importlib.resources import files
from types import MappingProxyType
from typing import Final

# What leads from each version to the next; a fresh file gets schema.sql at once.
MIGRATIONS: Final = MappingProxyType[int, str](
    {
        1: """
ALTER TABLE games ADD COLUMN black_name TEXT;
ALTER TABLE games ADD COLUMN white_name TEXT;
ALTER TABLE games ADD COLUMN "match" TEXT;
ALTER TABLE games ADD COLUMN move_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN board TEXT;
ALTER TABLE games ADD COLUMN turn TEXT;
ALTER TABLE games ADD COLUMN winner TEXT;
ALTER TABLE games ADD COLUMN reason TEXT;
ALTER TABLE games ADD COLUMN state TEXT GENERATED ALWAYS AS (
    CASE
        WHEN reason IS NULL THEN 'going'
        WHEN reason = 'both lost' THEN 'over'
        WHEN winner IS NULL THEN 'drawn'
        WHEN (black = 'person') = (white = 'person') THEN 'over'
        WHEN (winner = 'black') = (black = 'person') THEN 'won'
        ELSE 'lost'
    END
) VIRTUAL;
ALTER TABLE games ADD COLUMN untouched INTEGER GENERATED ALWAYS AS (
    move_count = opening_plies AND ending IS NULL AND reason IS NULL
) VIRTUAL;
UPDATE games SET move_count = (SELECT count(*) FROM moves WHERE game = games.id);
UPDATE games SET
    winner = json_extract(ending, '$.winner'),
    reason = json_extract(ending, '$.reason')
WHERE ply = move_count AND CASE typeof(ending) WHEN 'text' THEN json_valid(ending) END;
DROP INDEX games_by_time;
CREATE INDEX games_by_time ON games (updated DESC, id DESC, untouched, state, black, white);
CREATE INDEX games_untouched ON games (updated DESC, id DESC) WHERE untouched;
CREATE INDEX games_unsummarized ON games (updated DESC, id DESC) WHERE board IS NULL;
CREATE INDEX games_by_match ON games ("match") WHERE "match" IS NOT NULL;
CREATE TABLE seats (
    game    TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side    TEXT NOT NULL CHECK (side IN ('black', 'white')),
    visitor TEXT NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
""",
        2: "ALTER TABLE moves ADD COLUMN book INTEGER NOT NULL DEFAULT 0;",
        3: "ALTER TABLE games ADD COLUMN book INTEGER NOT NULL DEFAULT 1;",
        4: """
CREATE TABLE reviews (
    game     TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    line     TEXT NOT NULL,
    settings TEXT NOT NULL,
    findings TEXT NOT NULL,
    created  REAL NOT NULL
) WITHOUT ROWID;
""",
        5: """
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
""",
        6: """
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
""",
        7: """
ALTER TABLE seats RENAME TO old_seats;
CREATE TABLE seats (
    game       TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side       TEXT NOT NULL CHECK (side IN ('black', 'white')),
    visitor    TEXT,
    invitation TEXT,
    PRIMARY KEY (game, side),
    CHECK ((visitor IS NULL) <> (invitation IS NULL))
) WITHOUT ROWID;
INSERT OR IGNORE INTO seats (game, side, visitor, invitation)
SELECT
    game,
    side,
    CASE WHEN visitor GLOB 'invited-*' THEN NULL ELSE visitor END,
    CASE WHEN visitor GLOB 'invited-*' THEN substr(visitor, 9) END
FROM old_seats WHERE game IN (SELECT id FROM games);
DROP TABLE old_seats;
ALTER TABLE analyses ADD COLUMN library INTEGER;
UPDATE analyses SET library = CAST(substr(game, 8) AS INTEGER), game = NULL
WHERE game GLOB 'library[0-9]*' AND substr(game, 8) NOT GLOB '*[^0-9]*';
CREATE INDEX analyses_by_library ON analyses (library) WHERE library IS NOT NULL;
UPDATE library SET black = NULL
WHERE game IS NOT NULL AND black = (SELECT id FROM names WHERE name = 'Person');
UPDATE library SET white = NULL
WHERE game IS NOT NULL AND white = (SELECT id FROM names WHERE name = 'Person');
""",
    }
)


def schema_of(version: int) -> str:
    """The schema of a file of some version that was begun as version 1: later columns come last."""
    first = files(__package__).joinpath("schema_1.sql").read_text(encoding="utf-8")
    return "\n".join([first, *(MIGRATIONS[step] for step in range(1, version))])
