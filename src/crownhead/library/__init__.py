"""A library of games: imported, searched, explored and exported.

`Query` is a search as a value, with the names used in the page's addresses. A search selects rows,
then looks up positions in the index, or matches patterns against the moves of all games, which the
core keeps packed in memory (10 MB for 100,000 games). An import is a series of small transactions that
update the import's row. To continue after a kill, import again: a digest identifies duplicates.
"""
