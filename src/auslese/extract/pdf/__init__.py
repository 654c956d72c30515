"""What does a PDF say, and where does it point?"""
