"""Bytes into text: which charset is it really?"""
