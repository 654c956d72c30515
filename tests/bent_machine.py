"""`auslese` on a machine whose clock is wrong, or whose workers do not fence themselves.

No setting says so, and none may: such workers ask hosts that are not theirs any more.
"""

import os
import runpy
import sys
import time

AHEAD, RATE, UNFENCED = "BENT_CLOCK_AHEAD", "BENT_CLOCK_RATE", "BENT_WITHOUT_FENCE"
"""Variables: seconds by which its clock is wrong, seconds of it for one, and whether (1)."""
WORKER = "bent-worker"


def bend_clocks(ahead: float, rate: float) -> None:
    """Let all that is imported from now on see another time; what waits in the kernel does not.

    A preloaded library would do it for C as well, but Python waits by absolute times of a clock
    that no such library (libfaketime 0.9.10) passes on rightly: every sleep is endless or an error.
    """
    wall, monotonic, sleep = time.time, time.monotonic, time.sleep
    begun = monotonic()
    time.time = lambda: wall() + ahead + (rate - 1) * (monotonic() - begun)
    time.monotonic = lambda: begun + rate * (monotonic() - begun)
    time.sleep = lambda seconds: sleep(float(seconds) / rate)


def main() -> None:
    """Run `auslese`, or one of its workers."""
    bend_clocks(float(os.environ.get(AHEAD, "0")), float(os.environ.get(RATE, "1")))
    # Only now: what they import from `time` is what stands there.
    from auslese.crawl.worker import worker
    from auslese.recipes.crawling import crawl_run, worker_process

    if os.environ.get(UNFENCED):
        worker.FENCE_MARGIN = -1e9
    if sys.argv[1:2] == [WORKER]:
        del sys.argv[1]
        worker_process.main()
    program = (sys.executable, "-m", "tests.bent_machine", WORKER)
    crawl_run.WORKER_PROGRAM = program  # type: ignore[assignment]  # one word more
    runpy.run_module("auslese", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
