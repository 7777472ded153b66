-- From version 7 of the file to version 8. It never changes.
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
