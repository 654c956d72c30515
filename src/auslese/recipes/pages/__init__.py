"""What is known about a collection, and about one page of it."""
