"""Makes the texts that no labelled set has: clean German sentences, and noise. As JSON.

A script of its own, because it needs Auslese's reader.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from languages.clean_german import clean_german
from languages.noise import NOISE_KINDS, Half, noise_of


def main() -> None:
    noise = {kind: noise_of(kind, Half.TEST) for kind in NOISE_KINDS}
    json.dump({"clean German": clean_german(), "noise": noise}, sys.stdout)


if __name__ == "__main__":
    main()
