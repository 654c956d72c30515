"""What does the main text of a page look like in Markdown?"""
