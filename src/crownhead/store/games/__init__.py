"""Games played here, on disk."""
