"""Players that users write in Python: found by file or module, called with a deadline, and checked.

A player runs in a thread of its own, on its own copy of the game. A late one is stopped by an
exception in that thread; one that ignores the exception is left behind. The arena runs players that
are named by file in other processes only: they may end the process.

The arena, `crownhead.engine.hub.serve` and the notebook use them. Loading one runs its code, so a
name from a stranger must never reach `factory_of`.
"""
