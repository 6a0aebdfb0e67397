"""Words in IPA by espeak-ng, American English. Run by ``benchmarks.ear`` in the peers' environment.

    .venv-peers/bin/python benchmarks/peers/espeak.py < words.json > sounds.json

In: a list of words of letters, apostrophes and hyphens. Out: seconds of the processor, and the IPA of every word with
its phones parted by underscores. espeak-ng answers each line that it reads with a line; its start counts too, as it is
a fraction of a second.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence

COMMAND = ["espeak-ng", "-v", "en-us", "--ipa", "--sep=_", "-q"]


def spoken(words: Sequence[str]) -> list[str]:
    """One line of IPA a word. Raises ``ValueError`` if espeak-ng gives another number of lines."""
    given = "".join(f"{word}\n" for word in words)
    lines = subprocess.run(COMMAND, input=given, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    if len(lines) != len(words):
        raise ValueError(f"espeak-ng gave {len(lines)} lines for {len(words)} words")
    return lines


def main() -> int:
    """Run the command line."""
    words = json.load(sys.stdin)
    start = sum(os.times()[:4])
    found = spoken(words)
    seconds = sum(os.times()[:4]) - start
    json.dump({"seconds": seconds, "ipa": found}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
