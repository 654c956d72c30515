"""What annotators read, and those who set rounds up."""
