"""The peer of the crawl bench: Scrapy, set up as well as we know how. Runs in Scrapy's own venv.

    python scrapy_spider.py START_URL [NAME=VALUE…]

The further arguments replace settings; the last line of the output is a JSON object.
"""

import json
import sys
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.resolver import CachingThreadedResolver
from twisted.internet import defer

DOMAIN = "bench.localhost"

# Parts that this job does not need; without them Scrapy is about a quarter faster.
SPIDER_PARTS = (
    "depth.DepthMiddleware",
    "metacopy.MetaCopyDetectionMiddleware",
    "referer.RefererMiddleware",
    "start.StartSpiderMiddleware",
    "urllength.UrlLengthMiddleware",
)
DOWNLOADER_PARTS = (
    "httpauth.HttpAuthMiddleware",
    "httpproxy.HttpProxyMiddleware",
    "offsite.OffsiteMiddleware",  # the link extractor stays inside the domain already
    "stats.DownloaderStats",
)

# Each choice was tried against its neighbours; bench/README.md has the figures.
SETTINGS = {
    "CONCURRENT_REQUESTS": 100,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 2,
    "CONCURRENT_ITEMS": 10,
    "ROBOTSTXT_OBEY": True,
    "COOKIES_ENABLED": False,
    "RETRY_ENABLED": False,
    "REDIRECT_ENABLED": False,
    "METAREFRESH_ENABLED": False,
    "REFERER_ENABLED": False,
    "AUTOTHROTTLE_ENABLED": False,
    "HTTPCACHE_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "MEMUSAGE_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    "DNS_RESOLVER": "scrapy_spider.LoopbackResolver",
    "TWISTED_DNS_RESOLVER": "scrapy_spider.LoopbackResolver",
    "LOG_LEVEL": "ERROR",
    "STATS_DUMP": False,
    "SPIDER_MIDDLEWARES": {f"scrapy.spidermiddlewares.{name}": None for name in SPIDER_PARTS},
    "DOWNLOADER_MIDDLEWARES": {
        f"scrapy.downloadermiddlewares.{name}": None for name in DOWNLOADER_PARTS
    },
    "SPIDER_KEEPS_SEEN": False,  # not Scrapy's: the spider filters links before Scrapy does
}


class LoopbackResolver(CachingThreadedResolver):
    """Says 127.0.0.1 to every name, as libcurl does below localhost."""

    def getHostByName(self, name, timeout=()):  # noqa: N802 (Twisted's name)
        return defer.succeed("127.0.0.1")


class Follower(scrapy.Spider):
    """Follows every link inside the domain and yields one small item a page."""

    name = "follower"

    def __init__(self, start, *, keeps_seen, **rest):
        super().__init__(**rest)
        self.keeps_seen = keeps_seen
        self.seen = set()
        self.first = scrapy.Request(start)
        port = urlsplit(start).port  # the extractor compares with the port, the spider without
        self.extractor = LinkExtractor(allow_domains=f"{DOMAIN}:{port}")

    async def start(self):
        yield self.first  # unlike start_urls it passes the duplicate filter, so it is fetched once

    def parse(self, response):
        links = self.extractor.extract_links(response)
        title = response.xpath("/html/head/title/text()").get()
        yield {"url": response.url, "title": title, "links": len(links)}
        for url in self._new(links) if self.keeps_seen else (link.url for link in links):
            yield scrapy.Request(url)

    def _new(self, links):
        urls = {link.url.partition("#")[0] for link in links} - self.seen
        self.seen |= urls
        return urls


def _halves(change):
    return change.partition("=")


def _value(text):
    """Return a setting's value: JSON where it is JSON, otherwise the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def main(start, *changes):
    settings = SETTINGS | {name: _value(text) for name, _, text in map(_halves, changes)}
    process = CrawlerProcess(settings)
    crawler = process.create_crawler(Follower)
    process.crawl(crawler, start=start, keeps_seen=settings["SPIDER_KEEPS_SEEN"])
    process.start()
    told = crawler.stats.get_stats()
    print(json.dumps({"pages": told.get("item_scraped_count", 0), "stats": told}, default=str))


if __name__ == "__main__":
    main(*sys.argv[1:])
