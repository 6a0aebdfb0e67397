"""Lines and syllables that the scanner reads as people do, on the three development sets.

A line is right if its best reading equals any pattern that people gave it. Syllables are counted over lines of the
right length. People agree on 87 % of lines within one set and on 53 to 70 % across sets, so that figures of two sets
must not be compared. Each poem is scanned with costs learned from others (``training.scanner``). Learning begins with
costs that were set by hand with these lines in view.
"""

from pathlib import Path

from benchmarks.harness import Figures
from training.scanner import accuracies, cross_validated, metres_right, part_of, read_words
from training.scansion_data import read_poems


def measure(data: Path) -> Figures:
    """The accuracies of each set, and the share of poems in the metre that litlab states."""
    poems = read_words(read_poems(data))
    parts = cross_validated(poems)
    return {
        "sets": accuracies(poems, lambda poem: parts[part_of(poem)]),
        "metres_right": metres_right(poems, lambda poem: parts[part_of(poem)]),
    }
