"""The service on a real file, with real engines."""
