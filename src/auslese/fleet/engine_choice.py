"""Where a command runs its stages: here, or on a cluster that is named."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module

from auslese.recipes.stages.stage import StageOptions

HERE = ""


@contextmanager
def stages_run_on(place: str, options: StageOptions) -> Iterator[StageOptions]:
    """The options by which stages run at a place: `` for here, `ray`, `ray://HOST:PORT`."""
    if place == HERE:
        yield options
        return
    fleet = import_module("auslese.fleet.ray_engine")  # by itself: most have no Ray
    with fleet.RayCluster(fleet.RayPlace.of(place), options.workers) as cluster:
        yield replace(options, engine=cluster.start, workers=cluster.workers, spread=True)
