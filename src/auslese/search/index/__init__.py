"""What does the full-text index have of a page?"""
