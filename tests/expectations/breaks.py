"""Changes that break a good shard so that a given expectation must fail."""

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from tests.expectations.rows.artists import OF_ARTISTS
from tests.expectations.rows.proftap import BROKEN_POEMS
from tests.expectations.studies.rows import BROKEN
from tests.expectations.tables import ABSENT, ELSEWHERE, ORIGINAL, Rows
from versebench.expectations.suites import Expectation

# For each derived column, a column of the first row and a value for it that makes the derived column false.
DERIVED: dict[tuple[str, str], tuple[str, Any]] = {
    ("poems", "in_range"): ("work_id", ELSEWHERE),
    ("poems", "lists_present"): ("topics", None),
    ("poems", "normalised"): ("text", "cafe\u0301"),
    ("poems", "has_side"): ("work_id", ABSENT),
    ("poems", "unit_placed"): ("first_line", 1),
    ("provenance", "in_range"): ("row_id", ELSEWHERE),
    ("rejects", "in_range"): ("reject_id", ELSEWHERE),
    ("rejects", "size_holds"): ("original_size", 4),
    ("rejects", "nothing_left"): ("reason", "taken_down"),
    ("splits", "in_range"): ("work_id", ELSEWHERE),
    ("splits", "poem_exists"): ("work_id", ABSENT),
    ("annotation", "in_range"): ("work_id", ELSEWHERE),
    ("annotation", "lists_present"): ("word_upos", None),
    ("annotation", "poem_exists"): ("work_id", ABSENT),
    ("annotation", "parallel"): ("word_upos", [0, 1, 2]),
    ("annotation", "lines_in_scheme"): ("word_line", [0, 0, 1, 2]),
    ("annotation", "scheme_admissible"): ("scheme", "AB"),
    ("annotation", "upos_known"): ("word_upos", [0, 1, 2, 200]),
    ("annotation", "lines_complete"): ("in_thesaurus", [True]),
    ("annotation", "sounds_parallel"): ("word_phones", ["SH UW1"]),
    ("annotation", "sounds_agree"): ("word_origin", ["cmudict", "", "cmudict", "cmudict"]),
    ("annotation", "verse_parallel"): ("word_coda", ["R"]),
    ("annotation", "beats_agree"): ("word_pattern", ["+", "+", "+", "+"]),
    ("annotation", "rhymes_placed"): ("line_rhyme", ["perfect", "perfect"]),
    ("annotation", "devices_hold"): ("device_start", [1, 2]),
    ("annotation", "metre_as_claimed"): ("metre", "as_claimed"),
    ("lexicon", "in_range"): ("word_id", ELSEWHERE),
    ("lexicon", "lists_present"): ("origins", None),
    ("lexicon", "parallel"): ("origins", ["cmudict", "g2p.v1"]),
    ("lexicon", "readable"): ("pronunciations", ["SH UW"]),
    ("completions", "in_range"): ("work_id", ELSEWHERE),
    ("completions", "poem_exists"): ("work_id", ABSENT),
    ("completions", "attempt_exists"): ("task", "complete_line_beam.v1:beams=7"),
    ("completions", "numbered"): ("completion", 1),
    ("completions", "words_hold"): ("words", 6),
    ("completions", "end_word_stands"): ("end_word", "eaten"),
    ("completions", "tokens_fit"): ("tokens", 10),
    ("completions", "run_exists"): ("run", 10),
    ("completions", "finite"): ("log_probability", float("nan")),
    ("synonyms", "in_range"): ("work_id", ELSEWHERE),
    ("synonyms", "poem_exists"): ("work_id", ABSENT),
    ("synonyms", "attempt_exists"): ("task", "replace_end_word.v2"),
    ("synonyms", "word_stands"): ("start", 57),
    ("synonyms", "differs"): ("synonym", "Shoe"),
    ("synonyms", "finite"): ("similarity", float("nan")),
    ("synonyms", "similarity_ranked"): ("similarity_rank", 2),
    ("synonyms", "log_probability_ranked"): ("log_probability_rank", 2),
    ("attempts", "in_range"): ("work_id", ELSEWHERE),
    ("attempts", "lists_present"): ("refused_counts", None),
    ("attempts", "poem_exists"): ("work_id", ABSENT),
    ("attempts", "kept_there"): ("kept", 2),
    ("attempts", "conserved"): ("found", 5),
    ("attempts", "refusals_hold"): ("refused_reasons", ["no_rhyme", "no_final_mark"]),
    ("attempts", "reason_holds"): ("reason", "not_tried"),
    ("eligibility", "in_range"): ("work_id", ELSEWHERE),
    ("items", "in_range"): ("item", ELSEWHERE),
    ("items", "lists_present"): ("texts", None),
    ("items", "author_exists"): ("authors", ["Eve", "Ben", "Eve", "Cas", "Dee"]),
    ("items", "texts_parallel"): ("roles", ["evaluated", "other", "target", "target", "other"]),
    ("items", "texts_shown"): ("texts", ["a", "b", "", "d", "e"]),
    ("items", "answer_holds"): ("answer", "third"),
    ("style_scores", "shown_there"): ("artist", "Eve"),
    ("model_answers", "lists_present"): ("shown", None),
    ("model_answers", "choice_holds"): ("correct", False),
    ("model_confusions", "share_holds"): ("times_chosen", 2),
    ("items", "unasked"): ("gold", True),
    ("pairs", "in_range"): ("work_id", ELSEWHERE),
    ("pairs", "lists_present"): ("words", None),
    ("pairs", "poem_exists"): ("original", ORIGINAL + "!"),
    ("pairs", "differs"): ("corrupted", ORIGINAL),
    ("pairs", "rebuilds"): ("corrupted_starts", [12, 50]),
    ("pairs", "lines_match"): ("lines", [1]),
    ("pairs", "lines_rhyme"): ("task", "swap_lines.v1"),
    ("outcomes", "in_range"): ("work_id", ELSEWHERE),
    ("outcomes", "reason_given"): ("reason", "too_short"),
    ("outcomes", "pair_exists"): ("outcome", "not_sampled"),
    ("scores", "in_range"): ("work_id", ELSEWHERE),
    ("scores", "finite"): ("log_probability", float("-inf")),
    ("scores", "text_exists"): ("text_id", ABSENT),
    ("scores", "per_token"): ("tokens", 3),
    ("scores", "spans_hold"): ("token_ends", [5, 67]),
    ("scores", "sizes_hold"): ("words", 67),
    ("scores", "unigrams_finite"): ("unigram_log_probability", float("-inf")),
    ("precision_sample", "finite"): ("margin_bf16", float("nan")),
    ("decisions", "finite"): ("margin", float("inf")),
    ("decisions", "consistent"): ("margin", 0.0),
    ("decisions", "pair_exists"): ("task", "swap.v1"),
    ("results", "counts_hold"): ("ties", 2),
    ("results", "accuracy_holds"): ("accuracy", 0.7501),
    ("results", "interval_holds"): ("low", 0.8),
    ("acceptability", "finite"): ("margin", float("nan")),
    ("acceptability", "consistent"): ("contested", True),
    ("acceptability", "pair_exists"): ("task", "swap.v1"),
    ("uncontested_results", "counts_hold"): ("ties", 2),
    ("uncontested_results", "accuracy_holds"): ("accuracy", 0.7501),
    ("uncontested_results", "interval_holds"): ("low", 0.8),
    ("comparisons", "two_series"): ("second_convention", "bos-given"),
    ("comparisons", "counts_hold"): ("neither", 7),
    ("comparisons", "squares_hold"): ("squared_differences", 2),
    ("comparisons", "exact_holds"): ("p_exact", 0.0386),
    ("comparisons", "clustered_holds"): ("p_clustered", 0.0129),
    ("comparisons", "holm_holds"): ("p_holm", 0.03),
    ("verdicts", "lists_present"): ("examples", None),
    ("verdicts", "consistent"): ("unexpected", 1),
    **{(table, "in_range"): ("artist_id", ELSEWHERE) for table in OF_ARTISTS},
    **{(table, "artist_exists"): ("artist_id", ABSENT) for table in OF_ARTISTS},
    **{(table, "lists_present"): ("group", None) for table in ("syllables", "measures")},
    **{(table, "marks_parallel"): ("origin", ["entry"]) for table in ("syllables", "measures")},
    **{(table, "rhymed_fit"): ("syllables", 1) for table in ("syllables", "measures")},
    ("syllables", "verse_exists"): ("verse_id", ABSENT),
    ("measures", "generated_exists"): ("number", 7),
    ("measures", "copies_hold"): ("copied_length", [8]),
    **BROKEN,
    **BROKEN_POEMS,
}

# Not an id, a task, a reason or any other value that must not be blank.
BLANK = " "


def broken(rows: Rows, table: str, expectation: Expectation) -> int:
    """Break rows of ``table`` in place and return how many. A new expectation without a case raises ``KeyError``."""
    if expectation.type in ("ExpectColumnValuesToBeUnique", "ExpectCompoundColumnsToBeUnique"):
        rows[table][1].update({column: rows[table][0][column] for column in expectation.columns})
        return 2
    column, value = _bad_cell(table, expectation)
    rows[table][0][column] = value
    return 1


def _bad_cell(table: str, expectation: Expectation) -> tuple[str, Any]:
    column = expectation.columns[0]
    if expectation.type == "ExpectColumnValuesToBeInSet" and expectation.kwargs["value_set"] == [True]:
        return DERIVED[table, column]
    if expectation.type == "ExpectColumnValuesToBeBetween":
        return column, beyond(expectation)
    return column, {
        "ExpectColumnValuesToNotBeNull": None,
        "ExpectColumnValuesToMatchRegex": BLANK,
        "ExpectColumnValuesToNotMatchRegex": "a\r\nb",
        "ExpectColumnValuesToBeInSet": "other",
        "ExpectColumnValueLengthsToBeBetween": "x" * 65537,
    }[expectation.type]


def beyond(expectation: Expectation) -> Any:
    """A number just outside the bounds of a ``Between`` expectation."""
    limits = expectation.kwargs
    return limits["max_value"] + 1 if "max_value" in limits else limits["min_value"] - 1


def broken_frame(table: pa.Table, expectation: Expectation) -> pa.Table:
    """The frame of counts, changed so that the expectation fails for its first row or for the whole frame."""
    rows, kind, limits = table.to_pylist(), expectation.type, expectation.kwargs
    if kind == "ExpectTableRowCountToBeBetween":
        return table.slice(0, 0)
    if kind == "ExpectCompoundColumnsToBeUnique":
        return pa.concat_tables([table, table.slice(0, 1)])
    column = limits.get("column_B") or expectation.columns[0]
    bad: dict[str, Callable[[], Any]] = {
        "ExpectColumnPairValuesToBeEqual": lambda: rows[0][limits["column_A"]] + 1,
        "ExpectColumnPairValuesAToBeGreaterThanB": lambda: rows[0][limits["column_A"]] + 1,
        "ExpectColumnValuesToBeBetween": lambda: beyond(expectation),
        "ExpectColumnValuesToBeInSet": lambda: False,
        "ExpectColumnValuesToNotBeNull": lambda: float("nan"),
    }
    rows[0][column] = bad[kind]()
    return pa.Table.from_pylist(rows, table.schema)
