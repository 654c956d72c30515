"""Auslese: a specialised search engine, and its corpora, from a chosen part of the web.

The map of the house, floor by floor (look down, never up or sideways):

    cli        doors: a folder for each group of commands
    serve      pages and an API for those outside
    recipes    the wiring: the only place that knows all parts; a slice for each capability
    crawl      which URL next, may we, and what came back?
    store      where does it lie?
    extract    what does the page say?
    analyse    what can be learnt from many texts?
    sample     how large is an index, and what would a random page be?
    search     what was asked, and how is it answered?
    export     how do others read it?
    demo       a small web to try it on
    wording    how is it said to people, in English and German?
    text       what is a text made of? (str in, str out)
    system     what every room needs and that knows no URL: files, arrays, processes, limits
    records    what travels: frozen values (below all the others)

`docs/architecture/README.md` shows the picture; start reading at `crawl/worker/coordinator.py`.
"""

__version__ = "0.1.0"
