"""A library of games: imported, searched by anything, explored, and given back."""
