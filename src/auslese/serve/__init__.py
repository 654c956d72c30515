"""How do people and programs look at a collection from outside?

In:     requests of browsers and programs   Out:  pages, JSON, feeds
Start:  app.make_app, then routes.ROUTES
Keeps:  every page has a JSON twin; what comes from the web is escaped; only a token changes state
Not:    finding, measuring or deciding anything (recipes), words for the terminal (cli)
"""
