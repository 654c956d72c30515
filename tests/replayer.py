"""A folder on a loopback address, and what replays web archives from it in a browser."""

import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

REPLAYER = Path(__file__).parent.parent / ".venv" / "replaywebpage-2.5.3"
MISSING = "" if (REPLAYER / "sw.js").exists() else "no ReplayWeb.page: `./test` gets it through npm"
LOOPBACK_ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""So a browser reaches nobody else."""
PAGE = """<!doctype html><title>Replay</title><script src="/ui.js"></script>
<replay-web-page source="/{archive}" url="{url}" replaybase="/replay/"></replay-web-page>
"""
RANGE = re.compile(r"bytes=(\d+)-(\d*)")


class _RangeHandler(SimpleHTTPRequestHandler):
    """Gives parts of files, as servers of archives must."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *about: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        wanted = RANGE.fullmatch(self.headers.get("Range", ""))
        path = Path(self.translate_path(self.path))
        if wanted is None or not path.is_file():
            super().do_GET()
            return
        data = path.read_bytes()
        begin, end = int(wanted[1]), int(wanted[2] or len(data) - 1)
        some = data[begin : end + 1]
        self.send_response(206)
        last = begin + len(some) - 1
        self.send_header("Content-Range", f"bytes {begin}-{last}/{len(data)}")
        self.send_header("Content-Length", str(len(some)))
        self.end_headers()
        self.wfile.write(some)


@contextmanager
def served_folder(folder: Path) -> Iterator[str]:
    """The address under which the files of a folder are served."""
    handler = partial(_RangeHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def set_up_replay(folder: Path, archive: str, url: str) -> None:
    """Put a page into a folder that replays an archive in it, from this URL on."""
    (folder / "replay").mkdir()
    for place in (folder, folder / "replay"):
        shutil.copy(REPLAYER / "ui.js", place)
    shutil.copy(REPLAYER / "sw.js", folder / "replay")
    (folder / "index.html").write_text(PAGE.format(archive=archive, url=url), "utf-8")
