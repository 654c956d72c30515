"""What may be done with pages: what was said, what holds of it, and which pages may leave."""
