"""What is said of a collection as a whole, in English and German."""
