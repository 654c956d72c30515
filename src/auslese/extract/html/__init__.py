"""What stands on an HTML page, and where?"""
