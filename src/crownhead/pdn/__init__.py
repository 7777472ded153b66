"""PDN text and records: what `crownhead.notation.pdn` and `Game` read and write with.

Reading is three small machines in a row, each of them lazy: bytes to lines, lines to tokens, tokens to
records. Memory holds one piece of a line and one game. Limits on tags, comments, nesting and errors are
constants at the top of each module. Most of a file is plain moves; a run of them is one token, which the
core plays in one call. It stops at the first move that is not plain, illegal or ambiguous, and from there
on tokens are read one by one, so errors are found in one place.
"""
