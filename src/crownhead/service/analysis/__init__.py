"""Analyses and reviews of games."""
