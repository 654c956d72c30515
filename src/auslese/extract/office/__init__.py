"""What do the files of office programs, and books, say? Text, tables, links, data about them."""
