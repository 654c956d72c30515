"""What filters take in a line, and what they take out of pages; no collection is needed."""
