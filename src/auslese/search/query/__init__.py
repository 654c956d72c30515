"""What was asked?"""
