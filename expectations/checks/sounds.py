"""Checks of pronunciations in the lexicon and in the annotation, on whole columns."""

from functools import cache

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.checks import word_lists
from versebench.expectations.rows import Rows, whole_column
from versebench.transforms.prosody.languages.registry import LANGUAGES

SOUNDS = ("word_phones", "word_origin", "word_stresses", "word_syllables")


@cache
def _pronunciation() -> str:
    """The pattern of a pronunciation in any language."""
    patterns = "|".join(f"(?:{language.pronunciation})" for language in LANGUAGES.values())
    return f"^(?:{patterns})$"


def pronunciations_parallel(rows: Rows) -> pa.Array:
    """Whether a word of the lexicon has as many origins as pronunciations."""
    pronunciations, origins = rows.column("pronunciations"), rows.column("origins")
    return pc.equal(pc.list_value_length(pronunciations), pc.list_value_length(origins))


def readable(rows: Rows) -> pa.Array:
    """Whether every pronunciation of the lexicon is one that a language may have."""
    pronunciations = rows.column("pronunciations")
    good = pc.match_substring_regex(pronunciations.flatten(), _pronunciation())
    return pa.array(_all_good(good, pronunciations))


def sounds_parallel(rows: Rows) -> pa.Array:
    """Whether the lists of pronunciations in an annotation have one entry per word."""
    return pa.array(word_lists.equally_long(rows.data, ("word_line", *SOUNDS)))


def sounds_agree(rows: Rows) -> pa.Array:
    """Whether each word has a pronunciation with its origin and as many stresses as vowels, or none of these."""
    good = sounds_parallel(rows)
    data = rows.data.filter(good)
    phones, origin, stresses = (whole_column(data, name).flatten() for name in SOUNDS[:3])
    unknown = pc.equal(phones, "")
    origin_agrees = pc.equal(pc.equal(origin, ""), unknown)
    well_formed = pc.or_(unknown, pc.match_substring_regex(phones, _pronunciation()))
    vowels = pc.equal(pc.count_substring_regex(phones, "[012]"), pc.utf8_length(stresses))
    result = good.to_numpy(zero_copy_only=False).copy()
    result[result] = _all_good(pc.and_(pc.and_(origin_agrees, well_formed), vowels), whole_column(data, SOUNDS[0]))
    return pa.array(result)


def lines_complete(rows: Rows) -> pa.Array:
    """Whether the detected scheme and the thesaurus flags have one entry for each line of the form's scheme."""
    lines = pc.utf8_length(rows.column("scheme"))
    detected = pc.equal(pc.utf8_length(rows.column("heard_scheme")), lines)
    return pc.and_(detected, pc.equal(pc.list_value_length(rows.column("in_thesaurus")), lines))


def _all_good(flags: pa.Array, owners: pa.Array) -> word_lists.Flags:
    """For each row, whether all flags of its list are true. Null counts as false."""
    known = pc.fill_null(flags, False).to_numpy(zero_copy_only=False)
    return word_lists.all_good(known, pc.list_parent_indices(owners).to_numpy(), len(owners))
