"""The scansion, the sound classes and the sound devices of a poem, as columns of the annotation."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from versebench.models.scanner.contract import BEAT, ScannedVerse, Scansion
from versebench.models.scanner.syllable_classes import weighs
from versebench.models.tagger.contract import Token as TaggedToken
from versebench.schemas.table import UPOS
from versebench.transforms.annotation.readers import Readers
from versebench.transforms.prosody.devices import HeardWord, devices_of_line
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.scansion.claim import Claim, claim_of
from versebench.transforms.prosody.scansion.verse_words import tagged_words, words_of_line
from versebench.transforms.prosody.stressed_syllable import NONE, stressed_syllable

VERSE_COLUMNS = (
    *("metre", "heard_metre", "heard_beats", "metre_margin", "line_beats", "word_pattern"),
    *("word_onset", "word_vowel", "word_coda"),
    *("device_kind", "device_number", "device_start", "device_end"),
)

_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "INTJ"))

Places = Mapping[str, Sequence[int]]
"""The columns of the annotation that place its words."""


def verse_sounds(
    lines: Sequence[str],
    form: Form,
    places: Places,
    phones: Sequence[str],
    tags: Sequence[TaggedToken],
    readers: Readers,
) -> dict[str, Any]:
    """The values of :data:`VERSE_COLUMNS` for a poem; of its words, ``phones`` are the most usual pronunciations."""
    if readers.scanner is None:
        values: dict[str, Any] = dict.fromkeys(VERSE_COLUMNS, ())
        nothing = [""] * len(phones)
        values |= dict.fromkeys(("word_pattern", "word_onset", "word_vowel", "word_coda"), nothing)
        metre = None if form.metre is None else Claim.UNCHECKED
        return values | {"metre": metre, "heard_metre": None, "metre_margin": None, "line_beats": [0] * len(lines)}
    stanzas = [
        list(stanza) for blank, stanza in groupby(range(len(lines)), lambda at: not lines[at].strip()) if not blank
    ]
    words = tagged_words(lines, readers.sounds.pronunciations, tags)
    scansion = readers.scanner.scan([[words[line] for line in stanza] for stanza in stanzas])
    verses = dict(zip((at for stanza in stanzas for at in stanza), _verses(scansion), strict=True))
    beats = [_beats(verses.get(at)) for at in range(len(lines))]
    patterns = _word_patterns(lines, places, verses)
    syllables = [stressed_syllable(spoken) if spoken else NONE for spoken in phones]
    return {
        "metre": claim_of(form, scansion.metre or None, [beats[at] for stanza in stanzas for at in stanza]),
        "heard_metre": scansion.metre or None,
        "heard_beats": scansion.beats,
        "metre_margin": scansion.margin,
        "line_beats": beats,
        "word_pattern": patterns,
        "word_onset": [syllable.onset for syllable in syllables],
        "word_vowel": [syllable.vowel for syllable in syllables],
        "word_coda": [syllable.coda for syllable in syllables],
        **_devices(lines, places, phones, patterns, readers),
    }


def _verses(scansion: Scansion) -> Iterator[ScannedVerse]:
    return (verse for stanza in scansion.stanzas for verse in stanza)


def _beats(verse: ScannedVerse | None) -> int:
    return 0 if verse is None or verse.best is None else verse.best.beats


def _word_patterns(lines: Sequence[str], places: Places, verses: Mapping[int, ScannedVerse]) -> list[str]:
    """The pattern of each word of the annotation, which may consist of several words of the scanner (art—still)."""
    patterns = [""] * len(places["word_line"])
    begin, word = 0, 0
    for at, line in enumerate(lines):
        best = verses[at].best if at in verses else None
        for (start, _, _), pattern in zip(words_of_line(line), best.words if best else (), strict=False):
            while word < len(patterns) and places["token_end"][word] <= begin + start:
                word += 1
            if word < len(patterns):
                patterns[word] += pattern
        begin += len(line) + 1
    return patterns


def _devices(
    lines: Sequence[str], places: Places, phones: Sequence[str], patterns: Sequence[str], readers: Readers
) -> dict[str, list[Any]]:
    heard: list[list[HeardWord]] = [[] for _ in lines]
    text = "\n".join(lines)
    for place, line in enumerate(places["word_line"]):
        spelling = text[places["word_start"][place] : places["word_end"][place]]
        weighty = _weighty(spelling, UPOS[places["word_upos"][place]], phones[place], patterns[place])
        parts = readers.sounds.rhyming_parts(spelling)
        heard[line].append(HeardWord(place, spelling.lower(), stressed_syllable(phones[place]), parts, weighty))
    columns: dict[str, list[Any]] = {f"device_{name}": [] for name in ("kind", "number", "start", "end")}
    found = (device for line in heard for device in devices_of_line(line))
    for number, (kind, members) in enumerate(found):
        for place in members:
            values = (str(kind), number, places["word_start"][place], places["word_end"][place])
            for name, value in zip(columns, values, strict=True):
                columns[name].append(value)
    return columns


def _weighty(spelling: str, upos: str, phones: str, pattern: str) -> bool:
    """Whether a word of content has a beat on its main stressed syllable, or on any if not all are spoken."""
    stresses = [phone[-1] for phone in phones.split() if phone[-1].isdigit()]
    if upos not in _CONTENT or (len(stresses) == 1 and not weighs(spelling, upos)):
        return False
    if len(stresses) != len(pattern) or "1" not in stresses:
        return BEAT in pattern
    return pattern[stresses.index("1")] == BEAT
