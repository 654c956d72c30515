"""What is asked of a shared frontier by those who do not hand out work."""
