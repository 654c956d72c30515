"""The name under which a collection's folder on this machine is known to other machines."""

import json
import re
import secrets
import socket
from pathlib import Path

from auslese.system.durable_files import write_whole

MACHINE_FILE = "machine.json"
UNFIT = re.compile(r"[^A-Za-z0-9-]+")
LONGEST = 40  # letters of the machine's own name


def machine_name(folder: Path) -> str:
    """A name that no other folder has; given when it is asked for first, and kept with the folder.

    Whoever copies a folder copies its name: of two copies one has to lose `machine.json`.
    """
    path = folder / MACHINE_FILE
    if not path.exists():
        machine = UNFIT.sub("-", socket.gethostname())[:LONGEST] or "machine"
        name = f"{machine}-{secrets.token_hex(4)}"
        write_whole(path, [json.dumps({"name": name}).encode()])
    return str(json.loads(path.read_bytes())["name"])
