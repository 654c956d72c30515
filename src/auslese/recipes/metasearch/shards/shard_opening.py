"""Opens the parts of an index that are on servers, as one search."""

from collections.abc import Sequence

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings
from auslese.recipes.metasearch.shards.shard_addresses import shard_addresses
from auslese.recipes.metasearch.shards.sharded_search import SECONDS, ShardedSearch
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.user_agent import user_agent

CONNECT_SECONDS = 1.0  # to a machine that is named because it is near


def open_shards(
    words: Sequence[str], settings: Settings, seconds: float = SECONDS
) -> ShardedSearch:
    """The search over the parts that these words name; nobody is asked before a question comes.

    Servers of one's own are asked at once and as often as there are questions, without the manners
    of a crawl.
    """
    how = FetchSettings(
        user_agent=user_agent(settings),
        connect_seconds=min(CONNECT_SECONDS, seconds),
        request_seconds=seconds,
        proxy=settings.crawl.proxy,
    )
    return ShardedSearch(shard_addresses(words), lambda: CurlFetcher(how), seconds)
