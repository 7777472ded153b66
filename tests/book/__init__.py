"""The opening book: its file, its growth, and who plays by it."""
