-- From version 3 of the file to version 4. It never changes.
ALTER TABLE games ADD COLUMN book INTEGER NOT NULL DEFAULT 1;