"""Commands of work on many machines."""
