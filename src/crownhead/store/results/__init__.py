"""Finished games, for results."""
