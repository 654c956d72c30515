"""Commands for annotation."""
