"""Manuals in many languages as a web whose domains mix them."""
