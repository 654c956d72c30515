"""What a collection is as a whole, told to people and programs."""
