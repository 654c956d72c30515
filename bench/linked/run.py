"""Runs one ranker on the arrays in a folder: `run.py NAME FOLDER`; tells in JSON what it cost."""

import json
import sys
import time
from pathlib import Path

import numpy as np
from rankers import RANKERS


def main() -> None:
    name, folder = sys.argv[1], Path(sys.argv[2])
    arrays = {path.stem: np.load(path, mmap_mode="r") for path in folder.glob("*.npy")}
    arrays = {each: np.asarray(array) for each, array in arrays.items()}
    begin, cpu = time.perf_counter(), time.process_time()
    rank = RANKERS[name](arrays)
    told = {"taking_seconds": time.perf_counter() - begin, "taking_cpu": time.process_time() - cpu}
    begin, cpu = time.perf_counter(), time.process_time()
    found = rank()
    told |= {"seconds": time.perf_counter() - begin, "cpu": time.process_time() - cpu}
    told["rounds"] = found.rounds
    told["megabytes"] = _peak_megabytes()
    np.save(folder / "found" / f"{name}.npy", np.asarray(found.ranks, np.float64))
    print(json.dumps(told))


def _peak_megabytes() -> float:
    """The most memory of this process; what `getrusage` tells counts that of its parent."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()
