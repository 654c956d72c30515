"""What does a page say about itself: title, author, dates?"""
