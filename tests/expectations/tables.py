"""A small, valid shard of every table, as rows that a test may break."""

from collections.abc import Mapping
from math import erfc, sqrt
from typing import Any

import pyarrow as pa

from tests.expectations.rows.artists import rows_of_artist
from tests.expectations.rows.proftap import rows_of_title
from tests.expectations.studies.rows import rows_of_judge
from versebench.expectations.counts import (
    DecidedPairs,
    Drift,
    ExportCount,
    GeneratorCount,
    Handover,
    LabelCount,
    Leak,
    MergedVerdict,
    MetreCount,
    PairCount,
    PoetCount,
    ScoredTexts,
    SideCount,
    StageCount,
    StudyCount,
    TaskCount,
    UniqueIds,
)
from versebench.schemas.registry import TABLES

Row = dict[str, Any]
Rows = dict[str, list[Row]]

# Shard 0 of 2 has the ids below 8000…
SHARD, SHARDS = 0, 2
ABSENT, ELSEWHERE = "7" * 20, "f" * 20

TASK = "delete_words.v1:words=1"
WRITTEN, REPLACED = "complete_line_beam.v1:beams=5", "replace_end_word.v1"
ORIGINAL = "There was an old man of Peru\nwho dreamt he was eating his shoe."
WORDS = [(0, 5), (6, 9), (29, 32), (33, 39)]
SCORER = {"model": "gpt2", "convention": "bos-given", "precision": "fp32"}


def hex_id(number: int) -> str:
    return f"{number:020x}"


def good_rows() -> Rows:
    rows: Rows = {name: [] for name in TABLES}
    for number in (1, 2):
        for name, row in _rows_of_poem(number).items():
            rows[name].append(row)
        for name, row in rows_of_artist(hex_id(number), number).items():
            rows[name].append(row)
        for name, row in rows_of_title(hex_id(number), number).items():
            rows[name].append(row)
        for name, row in rows_of_judge(number, hex_id(number)).items():
            rows[name].append(row)
        rows["attempts"] += [
            _attempt(hex_id(number), WRITTEN, runs=10, most_tokens=9),
            _attempt(hex_id(number), REPLACED, runs=1, most_tokens=0),
        ]
    rows["outcomes"] += [
        _outcome(hex_id(1), "swap.v1", "not_sampled"),
        _outcome(hex_id(2), "swap.v1", "not_applicable"),
    ]
    rows["results"] = [_result("sum"), _result("mean")]
    rows["uncontested_results"] = [_result("sum"), _result("mean")]
    rows["comparisons"] = [_comparison("sum"), _comparison("mean")]
    rows["verdicts"] = [_verdict(0), _verdict(1)]
    return rows


def arrow_tables(rows: Mapping[str, list[Row]]) -> dict[str, pa.Table]:
    return {name: arrow_table(name, rows[name]) for name in rows}


def arrow_table(name: str, rows: list[Row]) -> pa.Table:
    table = TABLES[name]
    return table.build({column: [row[column] for row in rows] for column in table.schema.names})


def good_stage() -> StageCount:
    return StageCount("clean", rows_in=10, rows_out=7, rejected=3)


def good_task() -> TaskCount:
    return TaskCount(TASK, edits=2, poems=5, pairs=4, not_sampled=5, not_applicable=1)


def good_counts() -> dict[str, list[Any]]:
    """Counts of a whole run in which nothing is lost, by the name of their frame."""
    return {
        "conservation": [good_stage()],
        "task_conservation": [good_task()],
        "generator_conservation": [GeneratorCount("ngram.v1", artists=4, settings=45, generated=180, measured=180)],
        "title_conservation": [PoetCount("gpt2-tang", titles=40, poems=38, unpaired=2, released=38, trained=0)],
        "study_conservation": [
            StudyCount("readers, judgements", exported=60, attention=6, not_in_release=4, released=50, rows=50)
        ],
        "export_conservation": [
            ExportCount(
                "0123456789abcdef", 60, 50, 8, 2, 4, exported=46, judgements=46, judged=4, judges=5, of_judges=46
            )
        ],
        "export_sides": [SideCount("j1", "choose_original.v1", TASK, difference=1, allowed=2)],
        "handovers": [Handover("poems, clean to annotate", given=7, taken=7)],
        "unique_ids": [UniqueIds("pairs.pair_id", committed=4, rows=4, distinct=4)],
        "pair_integrity": [
            PairCount(TASK, counted=4, pairs=4, outcomes=10, outcomes_pair=4, expected=10, edited_lines=6)
        ],
        "label_balance": [LabelCount(TASK, "train", task_pairs=400, pairs=300, contradicted=4, share=0.8)],
        "scored_texts": [ScoredTexts("gpt2", texts=6, conventions=2, scored=11, refused=1)],
        "decided_pairs": [DecidedPairs("gpt2, bos-given", "sum", counted=4, decisions=4, scored_pairs=4)],
        "split_leakage": [Leak("clusters of near-duplicates", looked_at=7, leaking=0)],
        "metre_claims": [MetreCount("limerick", poems=20, as_claimed=18, least=0.8)],
        "drift": [Drift("poem_words", distance=0.1, limit=0.3)],
        "summary": [
            MergedVerdict("poems", "ExpectTableSchema", 2, expected_shards=2, rows=7, unexpected=0, success=True)
        ],
    }


def _rows_of_poem(number: int) -> dict[str, Row]:
    work, text, corrupted = hex_id(number), hex_id(100 + number), hex_id(200 + number)
    key = {"work_id": work, "task": TASK, "edit": 0}
    return {
        "poems": _poem(work, text),
        "provenance": {"row_id": f"{work}.{number}", "file": "limericks.csv", "row": number},
        "rejects": _reject(hex_id(300 + number)),
        "words": _word(number, f"shoe{number}"),
        "lexicon": _lexicon_row(number, f"shoe{number}", "SH UW1"),
        "splits": {"work_id": work, "split": "train", "cluster": work},
        "annotation": _annotation(work),
        "completions": {"work_id": work, "task": WRITTEN, "completion": 0, **_completion()},
        "synonyms": {"work_id": work, "task": REPLACED, "line": 2, **_synonym()},
        "eligibility": {**key, "reason": None, "rank": number},
        "pairs": {**key, "pair_id": hex_id(400 + number), **_pair(text, corrupted)},
        "outcomes": _outcome(work, TASK, "pair"),
        "scores": {**SCORER, "work_id": work, "text_id": text, **_score()},
        "precision_sample": {"pair_id": hex_id(400 + number), "work_id": work, **_margins()},
        "decisions": {**SCORER, "pair_id": hex_id(400 + number), "work_id": work, "task": TASK, **_decision()},
        "acceptability": {"pair_id": hex_id(400 + number), "work_id": work, "task": TASK, **_mark()},
    }


def _poem(work: str, text: str) -> Row:
    unknown = dict.fromkeys(("source_id", "author", "title", "parent_id", "first_line"))
    lists: Row = {"topics": ["shoes"], "included_words": []}
    kind = {"language": "english", "form": "four-beat", "attributes": "{}"}
    return {
        **unknown,
        **lists,
        **kind,
        "work_id": work,
        "text_id": text,
        "source": "s",
        "licence": "CC0-1.0",
        "text": ORIGINAL,
    }


def _reject(reject: str) -> Row:
    unknown = dict.fromkeys(("work_id", "source_id", "kept_work_id"))
    refusal = {"stage": "ingest", "reason": "unreadable.encoding", "detail": "", "source": "s"}
    return {**unknown, **refusal, "reject_id": reject, "original": "a row", "original_size": 5}


def _annotation(work: str) -> Row:
    starts, ends = ([word[edge] for word in WORDS] for edge in (0, 1))
    borders = {"token_start": starts, "word_start": starts, "word_end": ends, "token_end": ends}
    lines = {"scheme": "xx", "heard_scheme": "aa", "metre": "other_beats", "in_thesaurus": [False, True]}
    sounds = {
        "word_phones": ["DH EH1 R", "W AA1 Z", "HH IH1 Z", "SH UW1"],
        "word_origin": ["cmudict"] * 4,
        "word_stresses": ["1"] * 4,
        "word_syllables": [1] * 4,
    }
    verse = {
        "heard_metre": "iambic",
        "heard_beats": [4],
        "metre_margin": 120,
        "line_beats": [2, 1],
        "word_pattern": ["+", "+", "-", "+"],
        "word_onset": ["DH", "W", "HH", "SH"],
        "word_vowel": ["EH", "AA", "IH", "UW"],
        "word_coda": ["R", "Z", "Z", ""],
        "device_kind": ["alliteration"] * 2,
        "device_number": [0, 0],
        "device_start": starts[:2],
        "device_end": ends[:2],
        "line_rhyme": ["", ""],
    }
    words = {"word_line": [0, 0, 1, 1], **borders, "word_upos": [0, 1, 2, 3]}
    return {"work_id": work, **lines, **words, **sounds, **verse}


def _word(number: int, word: str) -> Row:
    return {"word_id": hex_id(500 + number), "language": "english", "word": word, "occurrences": 3}


def _lexicon_row(number: int, word: str, phones: str) -> Row:
    return {**_word(number, word), "pronunciations": [phones], "origins": ["cmudict"], "syllables": 1}


def _attempt(work: str, task: str, runs: int, most_tokens: int) -> Row:
    refused = {"refused_reasons": ["no_final_mark", "no_rhyme"], "refused_counts": [1, 2]}
    counts = {"most_tokens": most_tokens, "runs": runs, "found": 4, "kept": 1}
    return {"work_id": work, "task": task, "reason": None, **counts, **refused}


def _completion() -> Row:
    line = {"line": 'who cried, "I have eaten a shoe!"', "end_word": "shoe", "words": 7, "syllables": 9}
    search = {"tokens": 9, "log_probability": -30.5, "ended": "final_mark", "run": 3}
    return {**line, **search, "copied": None, "generator": "gpt2", "revision": "abc", "precision": "fp32"}


def _synonym() -> Row:
    word = {"synonym": "slipper", "word": "shoe", "start": 58, "end": 62, "upos": "NOUN"}
    source = {"sense": "shoe.noun.1", "origin": "wordnet:synonym"}
    ranks = {"similarity": 0.75, "similarity_rank": 1, "log_probability": -60.5, "log_probability_rank": 1}
    models = {"masked_model": "bert", "masked_revision": "abc", "causal_model": "gpt2", "causal_revision": "abc"}
    return {**word, **source, **ranks, **models}


def _pair(text: str, corrupted: str) -> Row:
    """Deletes ``old `` from the first line and ``his `` from the second."""
    return {
        "original": ORIGINAL,
        "corrupted": "There was an man of Peru\nwho dreamt he was eating shoe.",
        "original_text_id": text,
        "corrupted_text_id": corrupted,
        "lines": [1, 2],
        "original_starts": [13, 54],
        "original_ends": [17, 58],
        "corrupted_starts": [13, 50],
        "corrupted_ends": [13, 50],
        "words": ["old", "his"],
        "words_removed": 2,
        "seed": 7,
    }


def _outcome(work: str, task: str, outcome: str) -> Row:
    reason = "too_few_words" if outcome == "not_applicable" else None
    return {"work_id": work, "task": task, "edit": 0, "outcome": outcome, "reason": reason}


def _score() -> Row:
    sizes = {"tokens": 2, "words": 13, "characters": 66}
    scores = {"log_probability": -12.5, "unigram_log_probability": -20.5}
    tokens = {"token_pieces": ["There", " was"], "token_starts": [0, 5], "token_ends": [5, 9]}
    return {"revision": "abc", "family": "causal", **sizes, **scores, **tokens, "token_log_probabilities": [-6.0, -6.5]}


def _margins() -> Row:
    return {"convention": "bos-given", "reduction": "sum", "margin_bf16": 1.5, "margin_fp32": 1.25}


def _decision() -> Row:
    return {"reduction": "sum", "margin": 1.5, "correct": True, "tie": False}


def _mark() -> Row:
    model = {"check": "acceptability.v1", "model": "gpt2-writer", "revision": "abc"}
    return {**model, "reduction": "sum", "margin": 1.5, "least_margin": 0.0, "contested": False}


def _result(reduction: str) -> Row:
    counts = {"pairs": 4, "poems": 2, "correct": 3, "ties": 1}
    shares = {"accuracy": 0.75, "low": 0.5, "high": 0.875}
    return {**SCORER, "family": "causal", "task": TASK, "revision": "abc", "reduction": reduction, **counts, **shares}


def _comparison(reduction: str) -> Row:
    """10 of 12 disagreements favour the first model; one of these is in a poem with one for the second model."""
    series = {
        "first_model": "gpt2",
        "first_convention": "bos-given",
        "second_model": "gpt2",
        "second_convention": "bos",
    }
    counts = {"pairs": 40, "poems": 30, "both_correct": 20, "only_first": 10, "only_second": 2, "neither": 8}
    p_values = {"p_exact": 158 / 4096, "p_clustered": erfc(sqrt(29 / 30 * 64 / 10 / 2)), "p_holm": 0.05}
    return {"task": TASK, "reduction": reduction, **series, **counts, "squared_differences": 10, **p_values}


def _verdict(shard: int) -> Row:
    result = {"success": True, "rows": 2, "unexpected": 0, "examples": [], "error": None}
    return {"table": "poems", "shard": shard, "expectation": "ExpectTableSchema", **result}
