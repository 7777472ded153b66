"""Positions and moves as text: FEN, squares with dashes, diagrams.

`Position` and `Game` are built on these modules, which know only boards and moves.
"""
