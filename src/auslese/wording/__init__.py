"""How is it said to people?

In:     codes with their parts, figures     Out:  sentences in English and German
Start:  coded_sentence.SentenceForm, page_wording.text_for
Keeps:  one place for the words of terminal, pages and reports
Not:    what is said (the rooms above), where it stands (cli, serve)
"""
