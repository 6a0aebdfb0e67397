"""The annotation of cleaned poems: made once by pronouncer, tagger and thesaurus, decoded once for all tasks."""

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.tagger.contract import Token as TaggedToken
from versebench.schemas.annotation import ANNOTATION
from versebench.schemas.table import UPOS
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, line_ranges
from versebench.transforms.annotation.readers import Readers
from versebench.transforms.annotation.verse_sounds import VERSE_COLUMNS, verse_sounds
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.english import EnglishRhymes
from versebench.transforms.prosody.rhymes.choice import choose_scheme
from versebench.transforms.prosody.rhymes.contract import Rhymes
from versebench.transforms.prosody.rhymes.groups import is_rhymed

_CODES = {upos: code for code, upos in enumerate(UPOS)}
_PLACES = ("word_line", "token_start", "word_start", "word_end", "token_end", "word_upos")
_SOUNDS = ("word_phones", "word_origin", "word_stresses", "word_syllables")

READ_BY_CORRUPTIONS = ("work_id", "scheme", "in_thesaurus", *_PLACES)
"""The columns that :func:`annotated_poems` reads. Tasks do not need the sounds of words."""


def annotate(poems: pa.Table, readers: Readers) -> pa.Table:
    """Returns the annotation of poems in the readers' language, with the rows in the order of ``poems``."""
    texts = poems.column("text").to_pylist()
    lists: dict[str, list[list[Any]]] = {name: [] for name in (*_PLACES, *_SOUNDS, "in_thesaurus")}
    forms = [FORMS[name] for name in poems.column("form").to_pylist()]
    verse: dict[str, list[Any]] = {name: [] for name in VERSE_COLUMNS}
    schemes: dict[str, list[str]] = {"scheme": [], "heard_scheme": []}
    line_rhymes: list[list[str]] = []
    language, rhymes = readers.sounds.language, readers.sounds.rhymes_of(readers.sounds.rhymes)
    for text, form, tags in zip(texts, forms, readers.tagger.tag(texts), strict=True):
        places = _annotate_text(text, tags, language)
        sounds = [
            readers.sound(text[slice(*span)]) for span in zip(places["word_start"], places["word_end"], strict=True)
        ]
        for name, values in places.items():
            lists[name].append(values)
        for name, of_words in zip(_SOUNDS, zip(*sounds, strict=True) if sounds else ([],) * len(_SOUNDS), strict=True):
            lists[name].append(list(of_words))
        lines = text.split("\n")
        lists["in_thesaurus"].append([readers.holds(language.last_word(language.words(line))) for line in lines])
        detected = rhymes.scheme(lines)
        schemes["heard_scheme"].append(detected)
        schemes["scheme"].append(choose_scheme(lines, form, rhymes, detected))
        line_rhymes.append(_line_rhymes(lines, schemes["scheme"][-1], rhymes))
        for name, value in verse_sounds(lines, form, places, lists["word_phones"][-1], tags, readers).items():
            verse[name].append(value)
    columns = {"work_id": poems.column("work_id"), **schemes, **lists, **verse, "line_rhyme": line_rhymes}
    return ANNOTATION.build(columns)


def _line_rhymes(lines: Sequence[str], scheme: str, rhymes: Rhymes) -> list[str]:
    """The class of the rhyme of each line with the one before it in its group; empty if there is none, or no class."""
    classes, last = [""] * len(lines), dict[str, int]()
    if not isinstance(rhymes, EnglishRhymes):
        return classes
    for line, letter in enumerate(scheme):
        if is_rhymed(letter):
            if letter in last:
                classes[line] = rhymes.finder.rhyme(lines[last[letter]], lines[line]).rhyme_class
            last[letter] = line
    return classes


def _annotate_text(text: str, tags: Sequence[TaggedToken], language: Language) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {name: [] for name in _PLACES}
    place = 0
    for line, (start, end) in enumerate(line_ranges(text)):
        for token in language.tokens(text[start:end]):
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
    """The tag of a word that the tagger may have split: that of its last part (well-bred), clitics ignored (don't)."""
    tag = "X"
    while place < len(tags) and tags[place].start < word_end:
        part = tags[place]
        if tag == "X" or (part.upos not in ("PART", "PUNCT") and text[part.start] not in "'’"):
            tag = part.upos
        place += 1
    return tag


def annotated_poems(poems: pa.Table, annotation: pa.Table) -> Iterator[AnnotatedPoem]:
    """Yields the poems of a shard with their annotation.

    Raises ``ValueError`` if the two tables do not have the same works in the same order.
    """
    works = poems.column("work_id").to_pylist()
    if works != annotation.column("work_id").to_pylist():
        raise ValueError("the annotation is of other works than the poems; annotate these poems again")
    line, token_start, word_start, word_end, token_end, codes = (_flat(annotation.column(name)) for name in _PLACES)
    upos = [UPOS[code] for code in codes]
    in_thesaurus = _flat(annotation.column("in_thesaurus"))
    words, ends = (_ranges(annotation.column(name)) for name in ("word_line", "in_thesaurus"))
    schemes, texts = annotation.column("scheme").to_pylist(), poems.column("text").to_pylist()
    languages = poems.column("language").to_pylist()
    for work, text, language, scheme, mine, of_lines in zip(works, texts, languages, schemes, words, ends, strict=True):
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
            in_thesaurus[of_lines],
            language=language,
        )


def _flat(column: pa.ChunkedArray) -> list[Any]:
    return column.combine_chunks().flatten().to_numpy(zero_copy_only=False).tolist()  # type: ignore[no-any-return]


def _ranges(column: pa.ChunkedArray) -> Iterator[slice]:
    """The range of each row's values in the flat column."""
    ends = pc.list_value_length(column.combine_chunks()).to_numpy(zero_copy_only=False).cumsum().tolist()
    return map(slice, [0, *ends[:-1]], ends)
