"""How is it said to people?

In:     reason codes, notes, figures        Out:  sentences in English and German
Start:  page_wording.text_for
Keeps:  one place for the words of terminal, pages and reports
Not:    what is said (recipes), where it stands (cli, serve)
"""
