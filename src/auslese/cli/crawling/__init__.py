"""Commands that make, fetch and look at collections."""
