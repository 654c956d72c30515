"""What is said when several machines work together."""
