"""Runs rankers, each in a process of its own, on a graph that lies in files."""

import json
import os
import resource
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
from reading.runs import our_python, ready_peers

from auslese.analyse.graph.link_graph import Graph, as_arrays, from_arrays

from .rankers import HERE, OURS
from .web_like import Sizes, web_like

FOLDER = Path(__file__).parent
WORK = FOLDER.parent / ".work" / "graph"
PEER_PACKAGES = ("numpy", "scipy", "networkit==11.2.1", "igraph==1.0.0")


def ready_graph(sizes: Sizes) -> Path:
    """The folder of a graph; made if it is not there. What that took is printed."""
    folder = WORK / f"{sizes.pages}-{sizes.links}"
    if (folder / "found").is_dir():
        return folder
    begin, cpu = time.perf_counter(), time.process_time()
    graph = web_like(sizes)
    made, made_cpu = time.perf_counter() - begin, time.process_time() - cpu
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in as_arrays(graph).items():
        np.save(folder / f"{name}.npy", array)
    (folder / "found").mkdir()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"drawn, sorted and turned in {made:.1f} s ({made_cpu:.1f} CPU s), {peak:,.0f} MB")
    return folder


def open_ready(folder: Path) -> Graph:
    """The graph in a folder, mapped."""
    arrays = {path.stem: np.load(path, mmap_mode="r") for path in folder.glob("*.npy")}
    return from_arrays({name: np.asarray(array) for name, array in arrays.items()})


def run_ranker(name: str, folder: Path) -> dict[str, Any] | None:
    """What a ranker cost and how far its ranks are from ours; None if it did not come through."""
    python = our_python() if name in HERE else ready_peers(PEER_PACKAGES, WORK)
    house = FOLDER.parent.parent / "src"
    variables = os.environ | ({"PYTHONPATH": str(house)} if name in HERE else {})
    talk = WORK / f"{name.replace(' ', '-')}.stderr"
    with talk.open("wb") as errors:
        command = [python, FOLDER / "run.py", name, folder]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, env=variables)
    if done.returncode:
        print(f"{name} ended with {done.returncode}; see {talk}", flush=True)
        return None
    told: dict[str, Any] = json.loads(done.stdout)
    ours = np.load(folder / "found" / f"{OURS}.npy")
    theirs = np.load(folder / "found" / f"{name}.npy")
    told["distance"] = float(np.abs(ours - theirs / theirs.sum()).sum())
    return told
