-- From version 1 of the file to version 2. It never changes.
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
