-- Printed by make_old_file.py with Crownhead as it was at version 6 of the file, commit 64a92bd.
BEGIN TRANSACTION;
CREATE TABLE analyses (
    id         TEXT PRIMARY KEY,
    version    INTEGER NOT NULL,     -- grows with every change; who writes must have seen the last
    created    REAL NOT NULL,        -- seconds since 1970
    updated    REAL NOT NULL,
    name       TEXT NOT NULL,        -- what somebody calls it
    game       TEXT,                 -- the game that it began with; it may be gone
    pdn        TEXT NOT NULL,
    board      TEXT NOT NULL,        -- for a list: 32 letters at the end of the main line
    move_count INTEGER NOT NULL      -- and how many moves that has
);
INSERT INTO "analyses" VALUES('drgs66um6d8q',1,1.79489062193557119368e+09,1.79489062193557119368e+09,'A game',NULL,'[Event "Kept"]
[Result "*"]
[GameType "21,B,8,8,N1,0"]
1. 11-15 {first} 1... 23-19 (1... 22-18) 2. 8-11 *
','bbbbbbb.bbbb..b...w.ww.wwwwwwwww',3);
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

    -- For the person who looks at the list. 'over' has nothing to say of them: two people, two
    -- computers, or both sides lost.
    state         TEXT GENERATED ALWAYS AS (
        CASE
            WHEN reason IS NULL THEN 'going'
            WHEN reason = 'both lost' THEN 'over'
            WHEN winner IS NULL THEN 'drawn'
            WHEN (black = 'person') = (white = 'person') THEN 'over'
            WHEN (winner = 'black') = (black = 'person') THEN 'won'
            ELSE 'lost'
        END
    ) VIRTUAL,
    untouched     INTEGER GENERATED ALWAYS AS (
        move_count = opening_plies AND ending IS NULL AND reason IS NULL
    ) VIRTUAL
);
INSERT INTO "games" VALUES('irrnmwbr3dn7',14,1.79489062188981461521e+09,1.79489062191698694236e+09,'person','person',NULL,NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,12,1.0,0,1,NULL,'{"winner": "white", "reason": "resignation"}',12,'bbb.bbb.bbbbw.b..bwww.www.w.wwww','black','white','resignation');
INSERT INTO "games" VALUES('dc5vatt6qq23',8,1.79489062191800832746e+09,1.79489062192671895027e+09,'person','person',NULL,NULL,NULL,'english capture=optional continuation=none quiet_limit=none repetition_limit=none','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,6,1.0,0,1,NULL,'{"winner": "white", "reason": "resignation"}',6,'bbbbbbb.bbbb.....w..w.wwwwww.www','black','white','resignation');
INSERT INTO "games" VALUES('u6jfjwwrcvr3',2,1.79489062192782616615e+09,1.79489062192903685568e+09,'person','person',NULL,NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,1,1.0,0,1,NULL,NULL,1,'bbbbbbbb.bbb.b......wwwwwwwwwwww','white',NULL,NULL);
INSERT INTO "games" VALUES('qijxfy33imw8',3,1.79489062193092131615e+09,1.79489062193342661854e+09,'person','level:1',NULL,NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,1,1.0,0,1,NULL,'{"winner": "white", "reason": "resignation"}',1,'bbbbbbbbbb.b..b.....wwwwwwwwwwww','white','white','resignation');
CREATE TABLE moves (
    game       TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply        INTEGER NOT NULL,     -- 1 is the first move
    path       TEXT NOT NULL,        -- squares joined by spaces
    black_left REAL,                 -- seconds on the clocks after the move
    white_left REAL,
    book       INTEGER NOT NULL DEFAULT 0,  -- 1: a computer had it from its opening book
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES('dc5vatt6qq23',1,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('dc5vatt6qq23',2,'22 18',NULL,NULL,0);
INSERT INTO "moves" VALUES('dc5vatt6qq23',3,'15 22',NULL,NULL,0);
INSERT INTO "moves" VALUES('dc5vatt6qq23',4,'25 18',NULL,NULL,0);
INSERT INTO "moves" VALUES('dc5vatt6qq23',5,'8 11',NULL,NULL,0);
INSERT INTO "moves" VALUES('dc5vatt6qq23',6,'29 25',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',1,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',2,'23 19',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',3,'8 11',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',4,'22 17',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',5,'4 8',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',6,'17 13',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',7,'15 18',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',8,'24 20',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',9,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',10,'28 24',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',11,'8 11',NULL,NULL,0);
INSERT INTO "moves" VALUES('irrnmwbr3dn7',12,'26 23',NULL,NULL,0);
INSERT INTO "moves" VALUES('qijxfy33imw8',1,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('u6jfjwwrcvr3',1,'9 14',NULL,NULL,0);
CREATE TABLE reviews (
    game     TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    line     TEXT NOT NULL,          -- which moves: start, rules and moves as one name
    settings TEXT NOT NULL,          -- JSON: how long was thought, and with what
    findings TEXT NOT NULL,          -- JSON: review/findings.py
    created  REAL NOT NULL           -- seconds since 1970
) WITHOUT ROWID;
INSERT INTO "reviews" VALUES('irrnmwbr3dn7','103aa674ef07a5f0ec9655b99fd2b0ccdd449053219f2c5cf91c469e913328a2','{"nodes": 50000, "tables": 0, "crownhead": "0.1.0", "format": 1}','{"start":0.5333,"moves":[{"ply":1,"notation":"11-15","side":"black","choices":7,"points":4,"chance":0.5167,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":2,"notation":"23-19","side":"white","choices":7,"points":9,"chance":0.5374,"lost":0.0208,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":3,"notation":"8-11","side":"black","choices":7,"points":3,"chance":0.5125,"lost":0.0249,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":4,"notation":"22-17","side":"white","choices":7,"points":4,"chance":0.5167,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":5,"notation":"4-8","side":"black","choices":8,"points":-2,"chance":0.4917,"lost":0.025,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":6,"notation":"17-13","side":"white","choices":8,"points":7,"chance":0.5291,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":7,"notation":"15-18","side":"black","choices":5,"points":0,"chance":0.5,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":8,"notation":"24-20","side":"white","choices":8,"points":7,"chance":0.5291,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":9,"notation":"11-15","side":"black","choices":8,"points":0,"chance":0.5,"lost":0.0291,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":10,"notation":"28-24","side":"white","choices":9,"points":0,"chance":0.5,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":11,"notation":"8-11","side":"black","choices":7,"points":-1,"chance":0.4958,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":12,"notation":"26-23","side":"white","choices":8,"points":-10,"chance":0.4584,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null}]}',1794890622.271);
CREATE TABLE seats (
    game    TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side    TEXT NOT NULL CHECK (side IN ('black', 'white')),
    visitor TEXT NOT NULL,           -- the browser's secret name
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL              -- JSON
) WITHOUT ROWID;
INSERT INTO "settings" VALUES('preferences','{"theme": "wood", "last": null}');
CREATE INDEX games_by_time ON games (updated DESC, id DESC, untouched, state, black, white);
CREATE INDEX games_untouched ON games (updated DESC, id DESC) WHERE untouched;
CREATE INDEX games_unsummarized ON games (updated DESC, id DESC) WHERE board IS NULL;
CREATE INDEX games_by_match ON games ("match") WHERE "match" IS NOT NULL;
CREATE INDEX analyses_by_time ON analyses (updated DESC, id DESC);
CREATE INDEX analyses_by_game ON analyses (game) WHERE game IS NOT NULL;
COMMIT;
PRAGMA user_version = 6;
