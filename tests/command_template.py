"""A process that has imported the program already and is copied for each command of a test.

The start of Python and the imports of a command take up to half a second of a processor, more than
what most commands do then, and the tests give many hundreds of them. So a template imports all
commands, once for each process of the tests, and is forked. The copy is a process of its own with
the environment, the folder and the words of its command. That commands start from nothing, and with
what, is tested by `tests/cli/test_start.py` and wherever a test starts `AUSLESE` itself.

The template ends with the process of the tests: then nobody holds the other end of its socket.
"""

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from pathlib import Path
from select import select
from typing import IO, Any, NoReturn

LONGEST_REQUEST = 1 << 17  # bytes; sockets of this kind hold somewhat more
READ_AT_START = ("PYTHON", "LC_", "LANG", "LD_", "MALLOC_", "OPENBLAS_", "OMP_", "SSL_", "TZ")
"""How variables begin that Python and libraries read once, when they start."""
FILES = 4  # come with a request: standard input, output and errors, and where to say how it ended


def run_copy(
    words: list[str], environment: dict[str, str], *, data: bytes, program: str, seconds: float
) -> "subprocess.CompletedProcess[bytes]":
    """Run a command, or another program, to its end in a copy of the template.

    The data are its standard input.
    """
    started = {name: each for name, each in environment.items() if name.startswith(READ_AT_START)}
    template = _template(tuple(sorted(started.items())))
    request = {
        "words": words,
        "program": program,
        "environment": environment,
        "folder": str(Path.cwd()),
    }
    ours, theirs = socket.socketpair()
    with ours, ExitStack() as stack:
        given, out, err = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write(data)
        given.seek(0)
        with theirs:
            files = [given.fileno(), out.fileno(), err.fileno(), theirs.fileno()]
            socket.send_fds(template, [json.dumps(request).encode()], files)
        ours.settimeout(seconds)
        code = ours.recv(16)
        assert code, "the template of commands is gone"
        return subprocess.CompletedProcess(words, int(code), _content(out), _content(err))


def _content(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


@cache
def _template(started: tuple[tuple[str, str], ...]) -> socket.socket:
    """Start a template under these variables; what it is asked through."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, __file__, str(theirs.fileno())]
    with theirs:
        # By a shell that is gone at once: tests look at the children of their process.
        behind = ["sh", "-c", '"$@" &', "sh", *command]
        environment = {"PATH": os.environ.get("PATH", os.defpath)} | dict(started)
        subprocess.run(behind, env=environment, pass_fds=[theirs.fileno()], check=True)
    return ours


def main() -> NoReturn:
    """Copy ourselves for each request, until nobody can ask any more."""
    commands = import_module("auslese.cli.main").COMMANDS
    for command in commands.values():
        import_module(f"auslese.cli.{command.module}")
    import_module("auslese.cli.path_troubles")
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        while True:
            message, files, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, FILES)
            if not message:
                os._exit(0)  # DuckDB would complain of what is still there
            if os.fork() == 0:
                requests.close()
                _run(json.loads(message), files)
            for file in files:
                os.close(file)
            _forget_those_who_ended()


def _forget_those_who_ended() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return


def _run(request: dict[str, Any], files: list[int]) -> NoReturn:
    """Let a copy be the command, and say how it ended; whoever asked and goes away ends it."""
    *standard, asker = files
    command = os.fork()
    if command == 0:
        os.close(asker)
        _become(request, standard)
    ended = os.pidfd_open(command)
    if ended not in select([ended, asker], [], [])[0]:
        os.kill(command, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
    socket.socket(fileno=asker).send(str(code).encode())
    os._exit(0)


def _become(request: dict[str, Any], standard: list[int]) -> NoReturn:
    """Be the command as `python -m auslese` would be it, or the program as `python -c`."""
    for number, source in enumerate(standard):
        os.dup2(source, number)
        os.close(source)
    # The shell behind which the template was started let it ignore them.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path[0] = request["folder"]
    sys.argv = ["-c" if request["program"] else "auslese", *request["words"]]
    code: int | str | None = 0
    try:
        if request["program"]:
            exec(request["program"], {"__name__": "__main__"})
        else:
            runpy.run_module("auslese", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    _leave(code)


def _leave(code: "int | str | None") -> NoReturn:
    """End as Python does, but do not take apart what was imported: that takes longer than most."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
