"""What goes to a process on another machine before any batch: a function, and its argument."""

import pickle
from hashlib import blake2b
from typing import Any, NamedTuple

from auslese.system.shard_function import ShardFunction


class ShardTask(NamedTuple):
    """A shard function with its argument."""

    function: ShardFunction[Any, Any]
    argument: Any


class PackedTask(NamedTuple):
    """The same, ready to be sent, by the name it is known by."""

    key: str
    packed: bytes


def packed_task(function: ShardFunction[Any, Any], argument: object) -> PackedTask:
    """A function and its argument as they are sent: once, however many batches there are."""
    packed = pickle.dumps(ShardTask(function, argument), protocol=pickle.HIGHEST_PROTOCOL)
    return PackedTask(blake2b(packed, digest_size=16).hexdigest(), packed)
