"""Positions and moves as text: FEN, squares with dashes, diagrams.

`Position` and `Game` are built on these modules, so they know boards and moves only.
"""
