"""How to reach somebody, page by page and site by site: the stage, the filter, the answers."""
