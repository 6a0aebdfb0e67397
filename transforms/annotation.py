"""The annotation of cleaned poems: made once by ear and tagger, decoded once for all tasks."""

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from models.tagger.contract import Tagger
from models.tagger.contract import Token as TaggedToken
from schemas.annotation import ANNOTATION
from schemas.table import UPOS
from transforms.corruptions.poem import AnnotatedPoem, line_ranges
from transforms.forms.contract import Form
from transforms.words import tokens

_CODES = {upos: code for code, upos in enumerate(UPOS)}
_LISTS = ("word_line", "token_start", "word_start", "word_end", "token_end", "word_upos")


def annotate(poems: pa.Table, form: Form, tagger: Tagger) -> pa.Table:
    """The annotation of a table of poems, row by row."""
    texts = poems.column("text").to_pylist()
    lists: dict[str, list[list[int]]] = {name: [] for name in _LISTS}
    for text, tags in zip(texts, tagger.tag(texts), strict=True):
        for name, values in _annotate_text(text, tags).items():
            lists[name].append(values)
    schemes = [form.scheme] * len(texts)
    return ANNOTATION.build({"work_id": poems.column("work_id"), "scheme": schemes, **lists})


def _annotate_text(text: str, tags: Sequence[TaggedToken]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {name: [] for name in _LISTS}
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
    columns = {name: _flat(annotation.column(name)) for name in _LISTS}
    offsets = _offsets(annotation.column("word_line"))
    tags = [UPOS[code] for code in columns["word_upos"]]
    schemes = annotation.column("scheme").to_pylist()
    for row, text in enumerate(poems.column("text").to_pylist()):
        part = slice(offsets[row], offsets[row + 1])
        yield AnnotatedPoem(
            works[row],
            text,
            schemes[row],
            line_ranges(text),
            columns["word_line"][part],
            columns["token_start"][part],
            columns["word_start"][part],
            columns["word_end"][part],
            columns["token_end"][part],
            tags[part],
        )


def _flat(column: pa.ChunkedArray) -> list[Any]:
    return column.combine_chunks().flatten().to_numpy(zero_copy_only=False).tolist()  # type: ignore[no-any-return]


def _offsets(column: pa.ChunkedArray) -> list[int]:
    lengths = pc.list_value_length(column.combine_chunks()).to_numpy(zero_copy_only=False)
    return [0, *lengths.cumsum().tolist()]
