"""Attempts as rows."""

import numpy as np
import pytest

from tests.transforms.candidates.stand_in import line
from versebench.models.generators.training_lines import TrainingLines, line_hash
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.attempts import Attempt
from versebench.transforms.tasks.completions.keep import Candidate
from versebench.transforms.tasks.completions.rows import CompletionRows, attempts_table

WRITTEN_BY = {"generator": "a-generator", "revision": "0" * 40, "precision": "fp32"}
FIRST = Candidate("so he swam to the man.", "man", line("so he swam to the man.", -3.5, tokens=9), 4)
SECOND = Candidate("— the pfff went to Japan!", "Japan", line("the pfff went to Japan!", -4.0, tokens=8), 0)
MADE = [
    Attempt("a", None, 9, 7, 12, [FIRST, SECOND], {"no_rhyme": 8, "no_final_mark": 2}),
    Attempt("b", "not_tried"),
    Attempt("c", "prompt_longer_than_context", 11),
    Attempt("d", None, 9, 1, 3, [], {"no_rhyme": 3}),
]


def rows(training: TrainingLines | None = None) -> CompletionRows:
    return CompletionRows("a_task.v1", WRITTEN_BY, SoundMemory(load_pronouncer("cmudict")), training)


def test_a_completion_is_a_row() -> None:
    table = rows().table(MADE)
    assert table.schema.equals(COMPLETIONS.schema)
    first, second = table.to_pylist()
    assert first == {
        "work_id": "a",
        "task": "a_task.v1",
        "completion": 0,
        "line": "so he swam to the man.",
        "end_word": "man",
        "words": 6,
        "syllables": 6,
        "tokens": 9,
        "log_probability": -3.5,
        "ended": "line_break",
        "run": 4,
        "copied": None,
        **WRITTEN_BY,
    }
    assert {name: second[name] for name in ("completion", "words", "syllables", "run")} == {
        "completion": 1,
        "words": 6,
        "syllables": 0,
        "run": 0,
    }


@pytest.mark.parametrize("known", ["So he swam, to the man", "he swam to the man"])
def test_a_copy_is_a_line_of_the_training_text(known: str) -> None:
    copied = rows(TrainingLines(np.array([line_hash(known)], np.uint32))).table(MADE).column("copied").to_pylist()
    assert copied == [known.startswith("So"), False]


def test_an_attempt_is_a_row_whatever_became_of_it() -> None:
    table = attempts_table(MADE, "a_task.v1")
    assert table.schema.equals(ATTEMPTS.schema)
    found = table.to_pylist()
    assert [row["work_id"] for row in found] == ["a", "b", "c", "d"]
    assert found[0] == {
        "work_id": "a",
        "task": "a_task.v1",
        "reason": None,
        "most_tokens": 9,
        "runs": 7,
        "found": 12,
        "kept": 2,
        "refused_reasons": ["no_final_mark", "no_rhyme"],
        "refused_counts": [2, 8],
    }
    assert (found[1]["reason"], found[1]["runs"], found[1]["refused_reasons"]) == ("not_tried", 0, [])
    assert (found[2]["reason"], found[2]["most_tokens"]) == ("prompt_longer_than_context", 11)


def test_nothing_made_is_no_row() -> None:
    assert rows().table([]).equals(COMPLETIONS.empty())
    assert attempts_table([], "a_task.v1").equals(ATTEMPTS.empty())
