"""The annotation of cleaned poems: made once by ear, tagger and thesaurus, decoded once for all tasks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.contract import Token as TaggedToken
from versebench.models.thesaurus.contract import Thesaurus
from versebench.schemas.annotation import ANNOTATION
from versebench.schemas.table import UPOS
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, line_ranges
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.stanza import Hearing
from versebench.transforms.text.words import end_word, tokens

_CODES = {upos: code for code, upos in enumerate(UPOS)}
_PLACES = ("word_line", "token_start", "word_start", "word_end", "token_end", "word_upos")
_SOUNDS = ("word_phones", "word_origin", "word_stresses", "word_syllables")

READ_BY_CORRUPTIONS = ("work_id", "scheme", "in_thesaurus", *_PLACES)
"""The columns from which :func:`annotated_poems` makes what corruptions see: how words sound is not among them."""

_Sound = tuple[str, str, str, int]


@dataclass
class Readers:
    """What poems are annotated by; remembers what was said of each word."""

    tagger: Tagger
    hearing: Hearing
    thesaurus: Thesaurus
    _sounds: dict[str, _Sound] = field(default_factory=dict)
    _held: dict[str, bool] = field(default_factory=dict)

    def sound(self, word: str) -> _Sound:
        """Phones, origin, stresses and syllables of a word, as the annotation holds them."""
        if word not in self._sounds:
            heard = self.hearing.pronunciations(word)
            said = (" ".join(heard[0].phones), heard[0].origin, heard[0].stresses) if heard else ("", "", "")
            self._sounds[word] = *said, self.hearing.syllables(word) or 0
        return self._sounds[word]

    def holds(self, word: str | None) -> bool:
        """Whether the thesaurus holds an end word."""
        if word is None:
            return False
        if word not in self._held:
            self._held[word] = self.thesaurus.holds(word)
        return self._held[word]


def annotate(poems: pa.Table, form: Form, readers: Readers) -> pa.Table:
    """The annotation of a table of poems, row by row."""
    texts = poems.column("text").to_pylist()
    lists: dict[str, list[list[Any]]] = {name: [] for name in (*_PLACES, *_SOUNDS, "in_thesaurus")}
    heard_schemes = []
    for text, tags in zip(texts, readers.tagger.tag(texts), strict=True):
        places = _annotate_text(text, tags)
        sounds = [
            readers.sound(text[slice(*span)]) for span in zip(places["word_start"], places["word_end"], strict=True)
        ]
        for name, values in places.items():
            lists[name].append(values)
        for name, of_words in zip(_SOUNDS, zip(*sounds, strict=True) if sounds else ([],) * len(_SOUNDS), strict=True):
            lists[name].append(list(of_words))
        lines = text.split("\n")
        lists["in_thesaurus"].append([readers.holds(end_word(line)) for line in lines])
        heard_schemes.append(readers.hearing.finder_of(readers.hearing.rhymes).scheme(lines))
    schemes = {"scheme": [form.scheme] * len(texts), "heard_scheme": heard_schemes}
    return ANNOTATION.build({"work_id": poems.column("work_id"), **schemes, **lists})


def _annotate_text(text: str, tags: Sequence[TaggedToken]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {name: [] for name in _PLACES}
    place = 0
    for line, (start, end) in enumerate(line_ranges(text)):
        for token in tokens(text[start:end]):
            word_start, word_end = start + token.word_start, start + token.word_end
            while place < len(tags) and tags[place].end <= word_start:
                place += 1
            rows["word_line"].append(line)
            rows["token_start"].append(start + token.token_start)
            rows["word_start"].append(word_start)
            rows["word_end"].append(word_end)
            rows["token_end"].append(start + token.token_end)
            rows["word_upos"].append(_CODES[_tag(text, tags, place, word_end)])
    return rows


def _tag(text: str, tags: Sequence[TaggedToken], place: int, word_end: int) -> str:
    """The tag of a word that the tagger may have cut: of its last part (well-bred) but for clitics (don't, he'll)."""
    tag = "X"
    while place < len(tags) and tags[place].start < word_end:
        part = tags[place]
        if tag == "X" or (part.upos not in ("PART", "PUNCT") and text[part.start] not in "'’"):
            tag = part.upos
        place += 1
    return tag


def annotated_poems(poems: pa.Table, annotation: pa.Table) -> Iterator[AnnotatedPoem]:
    """The poems of a shard with their annotation.

    Raises ``ValueError`` where the two tables are not of the same works.
    """
    works = poems.column("work_id").to_pylist()
    if works != annotation.column("work_id").to_pylist():
        raise ValueError("the annotation is of other poems")
    line, token_start, word_start, word_end, token_end, codes = (_flat(annotation.column(name)) for name in _PLACES)
    upos = [UPOS[code] for code in codes]
    held = _flat(annotation.column("in_thesaurus"))
    words, ends = (_ranges(annotation.column(name)) for name in ("word_line", "in_thesaurus"))
    schemes, texts = annotation.column("scheme").to_pylist(), poems.column("text").to_pylist()
    for work, text, scheme, mine, of_lines in zip(works, texts, schemes, words, ends, strict=True):
        yield AnnotatedPoem(
            work,
            text,
            scheme,
            line_ranges(text),
            line[mine],
            token_start[mine],
            word_start[mine],
            word_end[mine],
            token_end[mine],
            upos[mine],
            held[of_lines],
        )


def _flat(column: pa.ChunkedArray) -> list[Any]:
    return column.combine_chunks().flatten().to_numpy(zero_copy_only=False).tolist()  # type: ignore[no-any-return]


def _ranges(column: pa.ChunkedArray) -> Iterator[slice]:
    """Where the values of each row stand in the flat column."""
    ends = pc.list_value_length(column.combine_chunks()).to_numpy(zero_copy_only=False).cumsum().tolist()
    return map(slice, [0, *ends[:-1]], ends)
