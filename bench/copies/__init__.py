"""Sets of texts with known copies, and those that look for them."""
