"""What is said of institutions and projects that people enter."""
