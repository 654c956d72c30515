"""How do others read what we have?

In:     rows of tables                  Out:  bytes of files in formats others know
Start:  sentence_files.domain_files
Keeps:  one row after the other, so that memory does not grow; says what it leaves out
Not:    reading the tables (store), choosing the rows and writing the files (recipes)
"""
