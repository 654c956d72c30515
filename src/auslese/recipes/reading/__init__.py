"""Pages into documents, sentences and images."""
