"""What is said when machines work together."""
