"""Runs the command line as `python -m auslese`."""

from auslese.cli.main import main

if __name__ == "__main__":
    main()
