"""The parts of an index, each behind a server in a thread."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread

import uvicorn
from tests.serve.served import TOKEN
from tests.sharded_collection import PARTS

from auslese.recipes.searching.searcher import Searcher
from auslese.serve.app import make_app
from auslese.serve.guard import App
from auslese.serve.server import take_port
from auslese.serve.server_options import ServerPolicy
from auslese.serve.shelf import Shelf, Volume
from auslese.store.collection import Collection


@contextmanager
def running(app: App) -> Iterator[str]:
    """A server in a thread; where it is."""
    with take_port("127.0.0.1", 0) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = Thread(target=asyncio.run, args=(server.serve([listening]),))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@contextmanager
def served_parts(collection: Collection) -> Iterator[list[str]]:
    """A server for each part; where they are."""
    with ExitStack() as stack:
        volumes = [Volume("part", collection.with_shard(part), Searcher) for part in PARTS]
        apps = [make_app(Shelf([volume]), ServerPolicy(TOKEN)) for volume in volumes]
        yield [stack.enter_context(running(app)) for app in apps]
