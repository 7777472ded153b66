"""Positions, moves and games as text: FEN, move notation, diagrams and PDN."""
