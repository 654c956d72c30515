"""What does each page of the server show?"""
