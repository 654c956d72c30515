"""`auslese serve`: collections as pages and as an API."""

import os
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click

from auslese.cli.terminal import say
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.settings_loading import settings_of
from auslese.serve.app import make_app
from auslese.serve.server import address_of, serve, take_port
from auslese.serve.server_options import LOCAL_NAMES, REMOTE_RATE, ServerPolicy, is_local
from auslese.serve.shelf import Shelf, Volume, names_for
from auslese.serve.slow_clients import REQUEST_SECONDS
from auslese.store.collection import Collection
from auslese.store.index_shard import IndexShard

LOCAL = "127.0.0.1"
PORT = 8080
ENVIRONMENT_TOKEN = "AUSLESE_SERVE_TOKEN"
TOKEN_BYTES = 24


class ServedPlace(NamedTuple):
    """Where a server is."""

    host: str = LOCAL
    port: int = 0
    """0 for any."""
    start: str = ""
    """The page that is named first, without its slash."""


ANY_PORT = ServedPlace()


class ServingOptions(NamedTuple):
    """How a server behaves."""

    token: str | None = None
    """What changes of state must show; None for what the settings say."""
    rate: float | None = None
    """Requests a second of one client; 0 for any, None for what the settings say."""
    patience: float = REQUEST_SECONDS
    """Seconds for a request and its answer."""
    others: tuple[str, ...] = ()
    """Sources that are asked where all collections are."""
    shard: IndexShard | None = None
    """The only part of the index that is asked; None for the whole index."""
    shards: tuple[str, ...] = ()
    """Servers that have the parts of the index; none for an index that is here."""


USUAL = ServingOptions()


@click.command(name="serve")
@click.argument(
    "folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--also",
    "others",
    metavar="SOURCE",
    multiple=True,
    help="Ask this, too, where all collections are asked: the address of an Auslese server, or an"
    " engine that is described by OpenSearch; may be repeated.",
)
@click.option(
    "--shard",
    metavar="N/M",
    help="Ask this part of the index alone, as 2/4: for a server that others ask.",
)
@click.option(
    "--shards",
    metavar="FILE|URL,URL",
    multiple=True,
    help="Ask the servers that have the parts of the index: a FILE with a line for each part, or"
    " the addresses of all servers that have one part; may be repeated.",
)
@click.option("--port", metavar="N", default=PORT, show_default=True, help="Port; 0 for any.")
@click.option("--host", metavar="HOST", default=LOCAL, show_default=True, help="Where to listen.")
@click.option("--token", metavar="TEXT", help="What changes of state must show.")
@click.option("--rate", metavar="N", type=float, help="Requests a second of one client; 0: any.")
@click.option(
    "--patience",
    metavar="SECONDS",
    type=click.FloatRange(0.1),
    default=REQUEST_SECONDS,
    show_default=True,
    help="Time for a request and its answer.",
)
def command(folders: tuple[Path, ...], port: int, host: str, **options: Any) -> None:
    """Serve the collections in DIR... as pages for people and as an API for programs.

    Only this machine is served unless --host names another address. There, pausing a crawl and
    changing its rules need a token, by --token or the setting serve.token.

    With --shards the index of DIR is on other servers, each started with --shard on a part that
    `auslese index DIR --shards M` has made. All else comes from DIR. Without an answer of a part
    what the others find is shown, and that it is missing.
    """
    options["shard"] = _part(folders, options)
    serve_folders(folders, ServedPlace(host, port), ServingOptions(**options))


def _part(folders: Sequence[Path], options: dict[str, Any]) -> IndexShard | None:
    """The part of the index that is meant; a usage error says what cannot be meant."""
    text, shards = options["shard"], options["shards"]
    if not text and not shards:
        return None
    if text and shards:
        raise click.UsageError("either --shard or --shards")
    if len(folders) > 1:
        raise click.UsageError("parts of an index are of one DIR")
    part = IndexShard.read(text) if text else None
    if text and part is None:
        raise click.UsageError(f"{text!r} is no part of an index; expected one as 2/4")
    return part


def warn_if_open(collection: Collection) -> None:
    """Say so if everybody on this machine may read the token."""
    if collection.settings.stat().st_mode & stat.S_IROTH and ENVIRONMENT_TOKEN not in os.environ:
        say(f"everybody may read serve.token in {collection.settings}: chmod 640 it", err=True)


def serve_folders(
    folders: Sequence[Path],
    place: ServedPlace = ANY_PORT,
    options: ServingOptions = USUAL,
) -> None:
    """Serve collections at a host and port until somebody ends it."""
    host, port, start = place
    token, rate, patience, others, shard, shards = options
    collections = [Collection.open(folder) for folder in folders]
    if shard:
        collections = [collection.with_shard(shard) for collection in collections]
    opening = _searching(collections[0], shards) if shards else Searcher
    volumes = [
        Volume(name, collection, opening)
        for name, collection in zip(names_for(folders), collections, strict=True)
    ]
    if shard:  # whoever asks does not wait while a large index is opened
        volumes[0].searching().index_statistics()
    settings = settings_of(collections[0]).serve
    if settings.token and token is None:
        warn_if_open(collections[0])
    with take_port(host, port) as listening, _opened(folders[0], others) as sources:
        given = settings.token if token is None else token
        app = make_app(
            Shelf(volumes, sources),
            server_policy_of(host, given, settings.rate if rate is None else rate),
        )
        say(f"{address_of(listening)}{start} (Ctrl-C ends it)", err=True)
        serve(app, listening, patience, settings.client_connections)
    say("the server has ended", err=True)


def _searching(collection: Collection, shards: tuple[str, ...]) -> Callable[[Collection], Any]:
    """What opens the search over parts of an index; what asks them is imported if there are any."""
    opening = import_module("auslese.recipes.metasearch.shards.shard_opening")
    search = opening.open_shards(shards, settings_of(collection))
    return lambda _: search


@contextmanager
def _opened(folder: Path, others: tuple[str, ...]) -> Iterator[Sequence[Any]]:
    """The further sources that were named; what opens them is imported if there are any."""
    if not others:
        yield ()
        return
    settings = import_module("auslese.cli.searching.joint_run").source_settings(folder, others)
    opening = import_module("auslese.recipes.metasearch.source_opening")
    with opening.open_sources(others, settings) as sources:
        yield sources


def server_policy_of(host: str, token: str, rate: float | None) -> ServerPolicy:
    """How to behave on this address; None as a rate is what fits it."""
    if is_local(host):
        own = token or secrets.token_urlsafe(TOKEN_BYTES)
        return ServerPolicy(own, rate=rate or 0.0, names=(*LOCAL_NAMES, host.lower()))
    fitting = REMOTE_RATE if rate is None else rate
    return ServerPolicy(token, is_local=False, rate=fitting, asks_token=True)
