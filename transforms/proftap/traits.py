"""What can be seen and heard of a poem: form, line length, repetition, rhyme and tones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.rhyme_table import RhymeTable
from versebench.models.simplified import comparable
from versebench.transforms.prosody.languages.classical_chinese.regulated import regularity
from versebench.transforms.text.chinese import repeated_characters

Yan = Literal["5-yan", "7-yan", "others"]

BY_LINES = {4: "绝句", 8: "律诗"}
BY_LENGTH = {4: "四言", 6: "六言"}
FEWEST_LONG = 10


@dataclass(frozen=True)
class Traits:
    """Traits of a poem. ``patterned``: all lines have five or all have seven characters (ProFTAP, Table 2)."""

    form: str
    yan: Yan
    lines: int
    characters: int
    repeated_characters: int
    one_level_rhyme: bool
    regulated: bool

    @property
    def patterned(self) -> bool:
        """Whether all lines have five or all have seven characters."""
        return self.yan != "others"


def traits(lines: Sequence[str]) -> Traits:
    """The traits of a poem, given its lines without marks, in simplified or traditional characters.

    Characters have every reading of any traditional character that is simplified to the same one. A doubled character
    (青青) is no repetition.
    """
    found = regularity([[readings(char) for char in line] for line in lines])
    yan = yan_of(lines)
    return Traits(
        form=form_of(lines, regulated=found.regulated),
        yan=yan,
        lines=len(lines),
        characters=sum(map(len, lines)),
        repeated_characters=len(repeated_characters(lines)),
        one_level_rhyme=found.level_rhyme is not None,
        regulated=found.regulated,
    )


def yan_of(lines: Sequence[str]) -> Yan:
    """Whether all lines have five characters, all have seven, or neither."""
    lengths = {len(line) for line in lines}
    return "5-yan" if lengths == {5} else "7-yan" if lengths == {7} else "others"


def form_of(lines: Sequence[str], *, regulated: bool) -> str:
    """绝句, 律诗, 排律, 四言, 六言, or else 古风.

    Four and eight lines of five or seven characters are 绝句 and 律诗 whatever their tones are, as in ProFTAP; ten and
    more, in couplets, are 排律 only if they are ``regulated``, as otherwise every long ballad were one.
    """
    lengths = {len(line) for line in lines}
    length = lengths.pop() if len(lengths) == 1 else 0
    if length in BY_LENGTH and len(lines) >= min(BY_LINES):
        return BY_LENGTH[length]
    if length in (5, 7) and len(lines) in BY_LINES:
        return BY_LINES[len(lines)]
    is_long = length in (5, 7) and len(lines) >= FEWEST_LONG and len(lines) % 2 == 0
    return "排律" if is_long and regulated else "古风"


def readings(char: str) -> tuple[Pronunciation, ...]:
    """The readings of a character in any script."""
    return _readings().get(comparable(char), ())


@cache
def _readings() -> dict[str, tuple[Pronunciation, ...]]:
    merged: dict[str, dict[Pronunciation, None]] = {}
    for char, known in RhymeTable().readings.items():
        merged.setdefault(comparable(char), {}).update(dict.fromkeys(known))
    return {char: tuple(known) for char, known in merged.items()}
