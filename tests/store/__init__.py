"""Games on a real file, whatever happens to it."""
