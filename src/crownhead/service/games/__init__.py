"""Games that people play: live, stored and listed."""
