"""A game in progress as a value: commands go in, the next session and events come out.

`apply(session, command, now)` is pure. Nothing here reads a clock, waits, locks, starts a thread or
touches a file. Sessions are immutable: a command makes another one. The browser, the terminal and the
notebook all play by these rules; `crownhead.service.games` stores the sessions.

>>> from crownhead import Position
>>> from crownhead.session.commands import apply
>>> from crownhead.session.moves import Move, Undo
>>> from crownhead.session.state import Session
>>> begun = Session.of(Position.start())
>>> moved, events = apply(begun, Move("11-15"), now=0.0)
>>> moved.ply, events
(1, ())
>>> apply(moved, Undo(), now=0.0)[0].ply, begun.ply
(0, 0)
"""
