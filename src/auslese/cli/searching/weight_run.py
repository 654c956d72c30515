"""`auslese search --learn-weights`: weights are learnt, shown and written."""

from pathlib import Path

from auslese.cli.searching.weight_words import weights_report
from auslese.cli.terminal import say, say_json
from auslese.recipes.searching.weight_training import learn_weights, write_weights
from auslese.store.collection import Collection


def run_learning(
    collection: Collection, files: tuple[Path, Path], as_data: bool, is_written: bool
) -> None:
    """Learn weights from queries and their ratings; write them if told and if they are better."""
    learnt = learn_weights(collection, *files)
    is_written = is_written and learnt.gain > 0 and bool(learnt.changed)
    if is_written:
        write_weights(collection, learnt)
    if as_data:
        say_json(learnt.as_json() | {"written": is_written})
    else:
        say("\n".join(weights_report(learnt, is_written=is_written)))
