"""What is asked of the tables, in SQL: all questions of the house."""
