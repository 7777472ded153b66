"""The opening book: its file, its growth, and its players."""
