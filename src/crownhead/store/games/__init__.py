"""Games that are played here, on disk."""
