"""What a person can do, on a real file, with real engines."""
