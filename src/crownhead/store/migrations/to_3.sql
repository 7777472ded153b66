-- From version 2 of the file to version 3. It never changes.
ALTER TABLE moves ADD COLUMN book INTEGER NOT NULL DEFAULT 0;