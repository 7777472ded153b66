"""Files of games: PDN."""
