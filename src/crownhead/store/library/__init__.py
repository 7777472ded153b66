"""Collections of games on disk."""
