"""Languages of documents and paragraphs; languages that a collection teaches."""
