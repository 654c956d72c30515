"""What is said about a focus."""
