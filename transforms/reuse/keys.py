"""Keys of lines with one character masked: two lines that differ in at most one character share a key.

A line of n characters has n keys, one for each place that is left out. A key is made from the sum of the mixed
characters of the line, less that of the masked one, and from n and the place. So all keys of a line cost one pass, and
lines of a length within one substitution of each other always share one; that they do is checked on the characters,
as other lines can share a key by chance.
"""

import numpy as np

from versebench.models.splitmix import STEP, Hashes, mixed
from versebench.transforms.reuse.lines import Lines, Places


def masked_keys(lines: Lines) -> tuple[Hashes, Places]:
    """The keys of all lines, line by line and place by place, and the line of each key."""
    lengths = lines.lengths
    line = np.repeat(np.arange(len(lines)), lengths)
    place = np.arange(len(lines.codes)) - lines.starts[:-1][line]
    terms = mixed(lines.codes.astype(np.uint64) + _times(place + 1))
    before = np.concatenate([np.zeros(1, np.uint64), np.cumsum(terms)])
    whole = before[lines.starts[1:]] - before[lines.starts[:-1]]
    return mixed(whole[line] - terms + _times(lengths[line] << 16 | place)), line


def _times(numbers: Places) -> Hashes:
    return numbers.astype(np.uint64) * np.uint64(STEP)
