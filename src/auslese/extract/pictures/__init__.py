"""What is in a picture file: its type and size by the first bytes, and a look at its pixels."""
