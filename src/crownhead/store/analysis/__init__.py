"""Analyses and reviews on disk."""
