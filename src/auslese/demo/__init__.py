"""Is there a web to try everything on, without leaving this machine?

In:     a port and a seed           Out:  Answer (status, headers, body) for a host and a path
Start:  demo_server.DemoServer, web.DemoWeb
Keeps:  the same seed gives the same web; every fault is there on purpose and stands in the guide
Not:    crawling it (crawl, recipes); texts about real people or places
"""
