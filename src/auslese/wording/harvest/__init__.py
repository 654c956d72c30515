"""What is said about harvests of pictures."""
