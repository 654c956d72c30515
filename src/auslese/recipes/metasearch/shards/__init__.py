"""The parts of one index, on servers of their own, asked as the index that they are together."""
