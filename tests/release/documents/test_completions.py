"""What is said of completions and synonyms, from tables made by hand."""

import random
from typing import Any

import pyarrow as pa
import pytest

from versebench.release.documents.attempts import AttemptCounts
from versebench.release.documents.completions import EXAMPLES, completion_facts
from versebench.release.documents.facts import AttemptFacts, RankedSynonym
from versebench.release.documents.synonyms import synonym_facts
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS, SYNONYMS
from versebench.schemas.poems import POEMS
from versebench.schemas.table import Table

Row = dict[str, Any]
BEAM, OTHER = "complete_line_beam.v1:beams=5", "complete_line_beam.v1:beams=7"
REPLACED = "replace_end_word.v1"


def table(kind: Table, rows: list[Row]) -> pa.Table:
    """Rows of a table, in which what is not given is 0, or empty, or null."""
    blank = {field.name: None if field.nullable else _blank(field.type) for field in kind.schema}
    return kind.build({name: [row.get(name, blank[name]) for row in rows] for name in blank})


def _blank(kind: pa.DataType) -> Any:
    if pa.types.is_list(kind):
        return []
    return "" if pa.types.is_string(kind) else 0


def poem(work: str, last: str = "or so they say.") -> Row:
    return {"work_id": work, "author": f"by {work}", "text": f"first of {work}\nsecond\n{last}"}


def attempt(work: str, kept: int = 0, reason: str | None = None, task: str = BEAM, **refused: int) -> Row:
    counts = {"kept": kept, "found": kept + sum(refused.values()), "runs": 0 if reason else 10}
    lists = {"refused_reasons": sorted(refused), "refused_counts": [refused[name] for name in sorted(refused)]}
    most = {"most_tokens": 0 if reason else 2 + len(work) + 8}
    return {"work_id": work, "task": task, "reason": reason, **most, **counts, **lists}


def completion(work: str, line: str, number: int = 0, task: str = BEAM, **cells: Any) -> Row:
    end_word = line.split()[-1].strip(".!?")
    words = len(line.split())
    return {
        "work_id": work,
        "task": task,
        "completion": number,
        "line": line,
        "words": words,
        "tokens": words + 1,
        "end_word": end_word,
        **cells,
    }


def completions_shard(poems: list[Row], attempts: list[Row], completions: list[Row]) -> tuple[pa.Table, ...]:
    return table(COMPLETIONS, completions), table(ATTEMPTS, attempts), table(POEMS, poems)


SHARDS = (
    completions_shard(
        [poem("a", "or — so they say."), poem("b"), poem("c")],
        [attempt("a", 2, no_rhyme=3), attempt("b", 0, no_rhyme=4, no_end_word=1), attempt("c", reason="not_tried")],
        [completion("a", "and went off to bed.", copied=True), completion("a", "who is dead!", 1, copied=False)],
    ),
    completions_shard(
        [poem("x", "so?"), poem("y")],
        [attempt("x", 1, no_rhyme=1), attempt("y", reason="not_tried"), attempt("x", 1, task=OTHER)],
        [completion("x", "he went Dead.", copied=False), completion("x", "of another task.", task=OTHER)],
    ),
)


def test_attempts_add_up_over_shards() -> None:
    (facts,) = completion_facts([BEAM], SHARDS)
    assert facts.attempts == AttemptFacts(
        tried=3,
        not_tried={"not_tried": 2},
        successful=2,
        runs=30,
        found=12,
        kept=3,
        refused={"no_rhyme": 8, "no_end_word": 1},
    )
    assert facts.attempts.poems == 5


def test_lines_are_counted_in_words_beside_those_of_the_poems_that_were_tried() -> None:
    (facts,) = completion_facts([BEAM], SHARDS)
    assert facts.words == {3: 2, 5: 1}
    assert facts.human_words == {1: 1, 4: 1, 5: 1}


def test_lines_are_counted_in_tokens_too_and_those_of_poets_are_what_a_line_may_have_less_two() -> None:
    (facts,) = completion_facts([BEAM], SHARDS)
    assert facts.tokens == {4: 2, 6: 1}
    assert facts.human_tokens == {9: 3}


def test_copies_are_counted_where_they_are_known_and_end_words_whatever_their_case() -> None:
    (facts,) = completion_facts([BEAM], SHARDS)
    assert (facts.copies, facts.compared, facts.end_words) == (1, 3, 2)
    unknown = completions_shard([poem("a")], [attempt("a", 1)], [completion("a", "so he did.")])
    (facts,) = completion_facts([BEAM], [unknown])
    assert (facts.copies, facts.compared) == (0, 0)


def test_tasks_stand_in_their_order_and_apart() -> None:
    facts = completion_facts([OTHER, BEAM, "none.v1"], SHARDS)
    assert [one.task for one in facts] == [OTHER, BEAM, "none.v1"]
    assert [one.attempts.kept for one in facts] == [1, 3, 0]
    assert facts[0].examples[0].machine == "of another task."
    assert facts[2].examples == ()


def test_an_example_holds_the_poem_and_both_lines() -> None:
    (facts,) = completion_facts([BEAM], SHARDS[1:])
    (example,) = facts.examples
    assert (example.work_id, example.author, example.before) == ("x", "by x", ("first of x", "second"))
    assert (example.human, example.machine) == ("so?", "he went Dead.")


def many_completions(works: list[int]) -> tuple[pa.Table, ...]:
    names = [f"w{work}" for work in works]
    return completions_shard(
        [poem(name) for name in names],
        [attempt(name, 3) for name in names],
        [completion(name, f"{name} line {number}.", number) for name in names for number in range(3)],
    )


def test_examples_are_of_twenty_poems_whatever_the_shards() -> None:
    works = list(range(60))
    (whole,) = completion_facts([BEAM], [many_completions(works)])
    random.Random(3).shuffle(works)
    (parts,) = completion_facts([BEAM], [many_completions(works[:7]), many_completions(works[7:])])
    assert parts == whole
    drawn = [example.work_id for example in whole.examples]
    assert len(set(drawn)) == len(drawn) == EXAMPLES == 20
    assert {example.machine.split()[-1] for example in whole.examples} == {"0.", "1.", "2."}


@pytest.mark.parametrize("tasks", [[], [BEAM]])
def test_nothing_gives_nothing(tasks: list[str]) -> None:
    assert [one.attempts for one in completion_facts(tasks, [])] == [AttemptCounts().facts() for _ in tasks]
    assert completion_facts(tasks, [completions_shard([], [], [])]) == completion_facts(tasks, [])


# Synonyms

SUN = "the sun went down\nin a little town."


def synonym(work: str, line: int, word: str, synonym: str, ranks: tuple[int, int]) -> Row:
    start = SUN.index(word)
    span = {"word": word, "start": start, "end": start + len(word)}
    placed = {"similarity_rank": ranks[0], "log_probability_rank": ranks[1]}
    return {"work_id": work, "task": REPLACED, "line": line, "synonym": synonym, **span, **placed}


def synonyms_shard(work: str) -> tuple[pa.Table, ...]:
    rows = [
        synonym(work, 1, "down", "below", (1, 2)),
        synonym(work, 1, "down", "under", (2, 1)),
        synonym(work, 2, "town", "city", (1, 1)),
        synonym(work, 2, "town", "village", (2, 2)),
    ]
    attempts = [attempt(work, 4, task=REPLACED, rhymes_with_word=2), attempt("none", task=REPLACED)]
    return table(SYNONYMS, rows), table(ATTEMPTS, attempts), table(POEMS, [{**poem(work), "text": SUN}])


def test_lines_and_agreements_are_counted() -> None:
    (facts,) = synonym_facts([REPLACED], [synonyms_shard("a"), synonyms_shard("b")])
    assert (facts.lines, facts.agreed) == (4, 2)
    assert (facts.attempts.tried, facts.attempts.successful, facts.attempts.kept) == (4, 2, 8)
    assert facts.attempts.refused == {"rhymes_with_word": 4}


def test_a_line_stands_with_what_each_model_puts_first() -> None:
    (facts,) = synonym_facts([REPLACED], [synonyms_shard("a")])
    first, second = sorted(facts.examples, key=lambda example: example.line, reverse=True)
    assert (first.line, first.line[first.start : first.end], first.candidates) == ("the sun went down", "down", 2)
    assert first.first == (RankedSynonym("below", 1, 2), RankedSynonym("under", 2, 1))
    assert (second.line, second.line[second.start : second.end]) == ("in a little town.", "town")
    assert second.first == (RankedSynonym("city", 1, 1),)


def test_lines_are_drawn_whatever_the_shards() -> None:
    shards = [synonyms_shard(f"w{number}") for number in range(30)]
    (facts,) = synonym_facts([REPLACED], shards)
    assert synonym_facts([REPLACED], shards[::-1]) == (facts,)
    assert len({(example.work_id, example.line) for example in facts.examples}) == EXAMPLES
    assert synonym_facts([REPLACED], [])[0].examples == ()
