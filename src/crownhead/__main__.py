"""`python -m crownhead` is the command line."""

from crownhead.cli import main

if __name__ == "__main__":
    main()
