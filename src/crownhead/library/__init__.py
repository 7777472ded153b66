"""A library of games: imported, searched by anything, explored, and given back.

`Query` is a search as a value, with the names that the page's address uses. A search selects rows,
then looks for positions in the index or for patterns in the moves of all games, which the core
holds packed in memory (10 MB for 100,000 games). An import is a loop of small transactions that
count themselves in the import's row; going on after a kill is importing again, because duplicates
are known by a digest.
"""
