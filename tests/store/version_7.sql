-- Printed by make_old_file.py with Crownhead as it was at version 7 of the file, commit 46a7db0.
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
INSERT INTO "analyses" VALUES('awqe8tfviw2w',1,1.79503210921265673634e+09,1.79503210921265673634e+09,'A game',NULL,'[Event "Kept"]
[Result "*"]
[GameType "21,B,8,8,N1,0"]
1. 11-15 {first} 1... 23-19 (1... 22-18) 2. 8-11 *
','bbbbbbb.bbbb..b...w.ww.wwwwwwwww',3);
INSERT INTO "analyses" VALUES('jskk6cmern5q',1,1.79503210922856211665e+09,1.79503210922856211665e+09,'Two people','kpamrh9pa6ri','[Event "Crownhead game"]
[Date "2026.11.18"]
[Black "Person"]
[White "Person"]
[Result "0-1"]
[Termination "resignation"]
[GameType "21,B,8,8,N1,0"]
[TimeControl "-"]
[Opening "Old Fourteenth"]
1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11
26-23 0-1
','bbb.bbb.bbbbw.b..bwww.www.w.wwww',12);
INSERT INTO "analyses" VALUES('baf8ny9h3vsi',2,1.79503211021939182282e+09,1.79503211023103761674e+09,'A game of the club','library1','[Event "Cup"]
[Black "Ann"]
[White "Person"]
[Result "1-0"]
[GameType "21,B,8,8,N1,0"]
1. 11-15 23-19 2. 8-11 1-0
','bbbbbbb.bbbb..b...w.ww.wwwwwwwww',3);
CREATE TABLE collections (
    id      INTEGER PRIMARY KEY,     -- 1 holds the games that were played here
    name    TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,           -- seconds since 1970
    version INTEGER NOT NULL,        -- grows with every change of its games
    deletion INTEGER                 -- with which it was deleted as a whole; 0: no game was ever in it
);
INSERT INTO "collections" VALUES(1,'Played here',0.0,5,NULL);
INSERT INTO "collections" VALUES(2,'Club',1.79503211011958932873e+09,3,NULL);
CREATE TABLE deletions (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    made REAL NOT NULL,
    what TEXT NOT NULL               -- in words, for the person who may want it back
);
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
INSERT INTO "games" VALUES('kpamrh9pa6ri',14,1.7950321089845852852e+09,1.79503210911519932744e+09,'person','person',NULL,NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,12,1.0,0,1,NULL,'{"winner": "white", "reason": "resignation"}',12,'bbb.bbb.bbbbw.b..bwww.www.w.wwww','black','white','resignation');
INSERT INTO "games" VALUES('ckie3taygxnn',8,1.79503210912058353424e+09,1.7950321091636769772e+09,'person','person',NULL,NULL,NULL,'english capture=optional continuation=none quiet_limit=none repetition_limit=none','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,6,1.0,0,1,NULL,'{"winner": "white", "reason": "resignation"}',6,'bbbbbbb.bbbb.....w..w.wwwwww.www','black','white','resignation');
INSERT INTO "games" VALUES('nu5ehbx9uwey',2,1.79503210917533206937e+09,1.79503210917935895917e+09,'person','person',NULL,NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,1,1.0,0,1,NULL,NULL,1,'bbbbbbbb.bbb.b......wwwwwwwwwwww','white',NULL,NULL);
INSERT INTO "games" VALUES('vsprkqew2x3p',3,1.79503210919198799132e+09,1.79503210920715117453e+09,'person','level:1',NULL,NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,1,1.0,0,1,NULL,'{"winner": "white", "reason": "resignation"}',1,'bbbbbbbbbb.b..b.....wwwwwwwwwwww','white','white','resignation');
INSERT INTO "games" VALUES('797yyi5xxgui',2,1.79503210996313095093e+09,1.79503210998297810553e+09,'person','person','Holly',NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,0,1.0,0,1,NULL,NULL,0,'bbbbbbbbbbbb........wwwwwwwwwwww','black',NULL,NULL);
INSERT INTO "games" VALUES('zyq8n44bvzui',4,1.79503210999533653257e+09,1.79503211003521156311e+09,'person','person','Gus',NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,1,1.0,0,1,NULL,NULL,1,'bbbbbbbbb.bb..b.....wwwwwwwwwwww','white',NULL,NULL);
INSERT INTO "games" VALUES('p9wyev7bwypq',4,1.79503211004343247417e+09,1795032110.10974,'person','level:11',NULL,NULL,NULL,'english','B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',0,'{"kind": "none", "seconds": 0.0, "increment": 0.0}',NULL,NULL,2,1.0,0,1,NULL,'{"winner": "white", "reason": "resignation"}',2,'bbbbbbbbbb.b..b....wwww.wwwwwwww','black','white','resignation');
CREATE TABLE imports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    source     TEXT NOT NULL,        -- what the file was called
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
CREATE TABLE library (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL,
    import     INTEGER,              -- NULL: played here
    deletion   INTEGER,              -- NULL: not deleted
    black      INTEGER,              -- NULL: nobody knows
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
INSERT INTO "library" VALUES(1,2,NULL,NULL,1,2,3,NULL,4,126,1,3,NULL,NULL,NULL,NULL,NULL,-15484956459348555,0,0,NULL,NULL);
INSERT INTO "library" VALUES(2,1,NULL,NULL,2,5,6,NULL,7,NULL,2,2,20261118,'2026.11.18',NULL,NULL,NULL,4246300120172810811,0,0,'p9wyev7bwypq',4);
INSERT INTO "library" VALUES(3,1,NULL,NULL,2,8,6,NULL,NULL,NULL,2,1,20261118,'2026.11.18',NULL,NULL,NULL,472390791304610410,0,0,'vsprkqew2x3p',3);
INSERT INTO "library" VALUES(4,1,NULL,NULL,2,2,6,NULL,9,120,2,6,20261118,'2026.11.18',NULL,'english capture=optional continuation=none quiet_limit=none repetition_limit=none',NULL,-1274950918127456249,0,0,'ckie3taygxnn',8);
INSERT INTO "library" VALUES(5,1,NULL,NULL,2,2,6,NULL,10,126,2,12,20261118,'2026.11.18',NULL,NULL,NULL,-1752929798842960978,0,0,'kpamrh9pa6ri',14);
CREATE TABLE moves (
    game       TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply        INTEGER NOT NULL,     -- 1 is the first move
    path       TEXT NOT NULL,        -- squares joined by spaces
    black_left REAL,                 -- seconds on the clocks after the move
    white_left REAL,
    book       INTEGER NOT NULL DEFAULT 0,  -- 1: a computer had it from its opening book
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES('ckie3taygxnn',1,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('ckie3taygxnn',2,'22 18',NULL,NULL,0);
INSERT INTO "moves" VALUES('ckie3taygxnn',3,'15 22',NULL,NULL,0);
INSERT INTO "moves" VALUES('ckie3taygxnn',4,'25 18',NULL,NULL,0);
INSERT INTO "moves" VALUES('ckie3taygxnn',5,'8 11',NULL,NULL,0);
INSERT INTO "moves" VALUES('ckie3taygxnn',6,'29 25',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',1,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',2,'23 19',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',3,'8 11',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',4,'22 17',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',5,'4 8',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',6,'17 13',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',7,'15 18',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',8,'24 20',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',9,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',10,'28 24',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',11,'8 11',NULL,NULL,0);
INSERT INTO "moves" VALUES('kpamrh9pa6ri',12,'26 23',NULL,NULL,0);
INSERT INTO "moves" VALUES('nu5ehbx9uwey',1,'9 14',NULL,NULL,0);
INSERT INTO "moves" VALUES('p9wyev7bwypq',1,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('p9wyev7bwypq',2,'24 20',NULL,NULL,1);
INSERT INTO "moves" VALUES('vsprkqew2x3p',1,'11 15',NULL,NULL,0);
INSERT INTO "moves" VALUES('zyq8n44bvzui',1,'10 15',NULL,NULL,0);
CREATE TABLE names (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL             -- as it is searched: small plain letters and digits
);
INSERT INTO "names" VALUES(1,'Ann','ann');
INSERT INTO "names" VALUES(2,'Person','person');
INSERT INTO "names" VALUES(3,'Cup','cup');
INSERT INTO "names" VALUES(4,'Old Faithful','old faithful');
INSERT INTO "names" VALUES(5,'Champion','champion');
INSERT INTO "names" VALUES(6,'Crownhead game','crownhead game');
INSERT INTO "names" VALUES(7,'Ayrshire Lassie','ayrshire lassie');
INSERT INTO "names" VALUES(8,'Hatchling','hatchling');
INSERT INTO "names" VALUES(9,'Single Corner','single corner');
INSERT INTO "names" VALUES(10,'Old Fourteenth','old fourteenth');
CREATE TABLE positions (
    run  INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key  INTEGER NOT NULL,           -- the lowest key of the leaf; docs/library.md says what keys are
    leaf BLOB NOT NULL,
    PRIMARY KEY (run, key)
) WITHOUT ROWID;
CREATE TABLE records (
    id     INTEGER PRIMARY KEY REFERENCES library (id) ON DELETE CASCADE,
    moves  BLOB NOT NULL,
    tags   TEXT,                     -- JSON: tags that `library` has no place for
    pdn    TEXT,                     -- of games with comments or variations
    faults TEXT                      -- JSON: what could not be read
);
INSERT INTO "records" VALUES(1,X'8A0E9612870A',NULL,NULL,NULL);
INSERT INTO "records" VALUES(2,X'8A0E9713','{"TimeControl":"-"}',NULL,NULL);
INSERT INTO "records" VALUES(3,X'8A0E','{"TimeControl":"-"}',NULL,NULL);
INSERT INTO "records" VALUES(4,X'8A0E95118E159811870A9C18','{"TimeControl":"-"}',NULL,NULL);
INSERT INTO "records" VALUES(5,X'8A0E9612870A95108307900C8E1197138A0E9B17870A9916','{"TimeControl":"-"}',NULL,NULL);
CREATE TABLE remarks (
    id   INTEGER PRIMARY KEY REFERENCES library (id) ON DELETE CASCADE,
    text TEXT NOT NULL
);
CREATE TABLE reviews (
    game     TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    line     TEXT NOT NULL,          -- which moves: start, rules and moves as one name
    settings TEXT NOT NULL,          -- JSON: how long was thought, and with what
    findings TEXT NOT NULL,          -- JSON: review/findings.py
    created  REAL NOT NULL           -- seconds since 1970
) WITHOUT ROWID;
INSERT INTO "reviews" VALUES('kpamrh9pa6ri','103aa674ef07a5f0ec9655b99fd2b0ccdd449053219f2c5cf91c469e913328a2','{"nodes": 50000, "tables": 0, "crownhead": "0.1.0", "format": 2}','{"start":0.5333,"moves":[{"ply":1,"notation":"11-15","side":"black","choices":7,"points":4,"chance":0.5167,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":2,"notation":"23-19","side":"white","choices":7,"points":9,"chance":0.5374,"lost":0.0208,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":3,"notation":"8-11","side":"black","choices":7,"points":3,"chance":0.5125,"lost":0.0249,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":4,"notation":"22-17","side":"white","choices":7,"points":4,"chance":0.5167,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":5,"notation":"4-8","side":"black","choices":8,"points":-2,"chance":0.4917,"lost":0.025,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":6,"notation":"17-13","side":"white","choices":8,"points":7,"chance":0.5291,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":7,"notation":"15-18","side":"black","choices":5,"points":0,"chance":0.5,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":8,"notation":"24-20","side":"white","choices":8,"points":7,"chance":0.5291,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":9,"notation":"11-15","side":"black","choices":8,"points":0,"chance":0.5,"lost":0.0291,"mark":"","is_best":false,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":10,"notation":"28-24","side":"white","choices":9,"points":0,"chance":0.5,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":11,"notation":"8-11","side":"black","choices":7,"points":-1,"chance":0.4958,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null},{"ply":12,"notation":"26-23","side":"white","choices":8,"points":-10,"chance":0.4584,"lost":0.0,"mark":"","is_best":true,"is_past_draw":false,"draw":null,"tables":null,"better":null}]}',1795032109.931);
CREATE TABLE runs (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    first INTEGER NOT NULL,
    last  INTEGER NOT NULL,
    games INTEGER NOT NULL           -- how many there were when it was made
);
CREATE TABLE seats (
    game    TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side    TEXT NOT NULL CHECK (side IN ('black', 'white')),
    visitor TEXT NOT NULL,           -- the browser's secret name
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
INSERT INTO "seats" VALUES('797yyi5xxgui','black','the-host');
INSERT INTO "seats" VALUES('797yyi5xxgui','white','invited-6110ec0f4c75');
INSERT INTO "seats" VALUES('zyq8n44bvzui','black','a-guest');
INSERT INTO "seats" VALUES('zyq8n44bvzui','white','the-host');
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
CREATE INDEX library_by_digest ON library (digest);
CREATE INDEX library_by_import ON library (import) WHERE import IS NOT NULL;
CREATE INDEX library_by_deletion ON library (deletion) WHERE deletion IS NOT NULL;
CREATE UNIQUE INDEX library_by_game ON library (game) WHERE game IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('library',5);
COMMIT;
PRAGMA user_version = 7;
