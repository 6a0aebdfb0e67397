"""Tang poems as a poet is trained on them: a form and a title, and the poem in simplified characters."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from training.cards import ROOT
from versebench.models.poets.training_titles import text_hash
from versebench.models.simplified import simplified
from versebench.transforms.proftap.titles import plain_title, title_key
from versebench.transforms.text.chinese import characters, verse_lines

SAMPLE = ROOT / "samples" / "chinese" / "poems.json"
HELD_OUT_MODULUS = 25
"""One title in so many is held out, by its hash: 96 % are for training, as in ProFTAP."""
FEWEST_TIMES = 3
"""A character that occurs less often is unknown; a poem with one is left out."""
MOST_LINES, LONGEST_TITLE = 24, 20
FORMS = {4: "绝句", 8: "律诗"}
OTHER_FORM = "古风"


@dataclass(frozen=True)
class TitledPoem:
    """A poem: its title and lines of 5 or of 7 characters, in simplified characters and without marks."""

    title: str
    lines: tuple[str, ...]

    @property
    def form(self) -> str:
        """One of the three words of ProFTAP's second prompt; only the number of lines decides."""
        return FORMS.get(len(self.lines), OTHER_FORM)

    @property
    def prompt(self) -> str:
        """What stands before the poem."""
        return f"{self.form}《{self.title}》\n"

    @property
    def text(self) -> str:
        """The poem, one couplet a line."""
        couplets = zip(self.lines[::2], self.lines[1::2], strict=True)
        return "\n".join(f"{first}，{second}。" for first, second in couplets)


@dataclass(frozen=True)
class TitledCorpus:
    """The poems for training, those held out, and the characters that are known, most frequent first."""

    train: tuple[TitledPoem, ...]
    held_out: tuple[TitledPoem, ...]
    known: tuple[str, ...]
    left_out: Counter[str]


def read_titled(path: Path, left_out: Counter[str]) -> Iterable[TitledPoem]:
    """The patterned poems of a ``tang_poems.jsonl.gz``; ``left_out`` counts the others by reason."""
    seen: set[tuple[str, ...]] = set()
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            title, paragraphs = simplified(plain_title(row["title"])), row["paragraphs"]
            lines = tuple("".join(characters(simplified(line))) for line in verse_lines(paragraphs))
            lengths = {len(line) for line in lines}
            has_more = any(char in "（）()[]〔〕《》□{}" or char.isascii() for part in paragraphs for char in part)
            if has_more:
                left_out["a note, title mark, letter or lacuna"] += 1
            elif lengths not in ({5}, {7}) or len(lines) % 2 or not 4 <= len(lines) <= MOST_LINES:
                left_out[f"not 4 to {MOST_LINES} lines, in couplets, all of 5 or all of 7 characters"] += 1
            elif not 1 <= len(title) <= LONGEST_TITLE:
                left_out[f"a title of no or more than {LONGEST_TITLE} characters"] += 1
            elif lines in seen:
                left_out["another record of the same poem"] += 1
            else:
                seen.add(lines)
                yield TitledPoem(title, lines)


def sample_titles() -> frozenset[str]:
    """The titles of the sample corpus, which are never trained on."""
    return frozenset(title_key(row["title"]) for row in json.loads(SAMPLE.read_text(encoding="utf-8")))


def build_titled(poems: Iterable[TitledPoem], left_out: Counter[str]) -> TitledCorpus:
    """Split poems by the hash of their titles; leave out titles of the sample, and poems with rare characters."""
    banned = sample_titles()
    read = list(poems)
    kept = [poem for poem in read if title_key(poem.title) not in banned]
    train = [poem for poem in kept if not is_held_out(poem.title)]
    counts = Counter(char for poem in train for char in poem.prompt + poem.text)
    known = tuple(char for char, times in sorted(counts.items(), key=_by_frequency) if times >= FEWEST_TIMES)
    common = frozenset(known)
    common_train = tuple(poem for poem in train if _is_common(poem, common))
    common_held_out = tuple(poem for poem in kept if is_held_out(poem.title) and _is_common(poem, common))
    left_out["a title of the sample corpus"] = len(read) - len(kept)
    rare = len(kept) - len(common_train) - len(common_held_out)
    left_out[f"a character that occurs fewer than {FEWEST_TIMES} times"] = rare
    return TitledCorpus(common_train, common_held_out, known, left_out)


def is_held_out(title: str) -> bool:
    """Whether the poems of a title are kept from training."""
    return text_hash(title_key(title)) % HELD_OUT_MODULUS == 0


def _by_frequency(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


def _is_common(poem: TitledPoem, common: frozenset[str]) -> bool:
    return all(char in common for line in poem.lines for char in line)
