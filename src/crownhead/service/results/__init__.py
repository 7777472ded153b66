"""What a person has won and lost."""
