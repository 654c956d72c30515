"""What is said about people: evidence, problems, notes, pages; in English and in German."""
