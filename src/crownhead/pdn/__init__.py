"""PDN text and records, on which `crownhead.notation.pdn` and `Game` are built.

Reading is a chain of three lazy machines: bytes to lines, lines to tokens, tokens to records. Memory
holds one piece of a line and one game. Limits on tags, comments, nesting and errors are constants at
the top of each module. Most of a file is plain moves: a run of them is one token, which the core plays
in one call. The core stops at the first move that is not plain, illegal or ambiguous; the rest is read
token by token, so only one place finds errors.
"""
