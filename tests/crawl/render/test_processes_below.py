"""Which processes a process has started is told in a busy house, too."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from auslese.crawl.render.browser import processes_below


def test_the_processes_below_are_told_while_others_come_and_go() -> None:
    done = threading.Event()

    def come_and_go() -> None:
        while not done.is_set():
            subprocess.run([sys.executable, "-S", "-c", ""], check=True)

    with ThreadPoolExecutor(2) as pool, subprocess.Popen(["sleep", "60"]) as asleep:
        for _ in range(2):
            pool.submit(come_and_go)
        found = [processes_below(os.getpid()) for _ in range(100)]
        done.set()
        asleep.kill()
    assert all(asleep.pid in below for below in found)
