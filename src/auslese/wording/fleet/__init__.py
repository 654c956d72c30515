"""What is said of work on many machines."""
