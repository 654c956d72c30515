"""Learning which blocks of a page are its main text."""
