"""The first sentences of a report state numbers of the facts."""

from dataclasses import replace

from tests.release.sample_facts import empty_facts, sample_facts
from versebench.release.documents.facts import ModelFacts, Result
from versebench.release.documents.summary.findings import findings


def test_sentences_state_the_numbers_of_the_facts() -> None:
    facts = sample_facts()
    sentences = findings(facts)
    assert sentences[0] == (
        "Of 112,240 rows read, 65,004 poems were kept; the most frequent reason to refuse one was "
        "“rhyme scheme: not in dictionary” (21,020)."
    )
    own = [result for result in facts.results if result.own]
    best = max(own, key=lambda result: result.accuracy)
    assert f"to {round(100 * best.accuracy)} of 100 pairs" in sentences[1]
    assert sentences[1].startswith("Easiest for the models is “")
    assert sentences[2].startswith("Hardest is “")
    assert sentences[-1] == f"All {len(facts.checks)} checks of the data passed."


def test_a_check_that_failed_is_counted() -> None:
    facts = sample_facts()
    failed = replace(facts.checks[0], success=False)
    assert findings(replace(facts, checks=(failed, *facts.checks[1:])))[-1] == (
        f"{len(facts.checks) - 1} of {len(facts.checks)} checks of the data passed."
    )


def test_readers_of_the_paper_stand_beside_the_models() -> None:
    facts = sample_facts()
    only = replace(facts, results=tuple(row for row in facts.results if row.task == "swap_lines.v1"))
    assert "; readers in the paper, of other pairs, in 95." in findings(only)[1]


def test_the_task_furthest_behind_people_is_named() -> None:
    def result(task: str, accuracy: float) -> Result:
        return Result(task, "m", "c", "sum", 100, 100, round(100 * accuracy), 0, accuracy, 0.6, 0.99, own=True)

    tasks = {"swap_end_words.v1": 0.9, "swap_lines.v1": 0.8, "delete_words.v1:words=1": 0.99, "other.v1": 0.6}
    sentences = findings(replace(sample_facts(), results=tuple(result(*item) for item in tasks.items())))
    assert sentences[3] == (
        "Furthest behind people is “Swapped lines”: the model prefers the original in 80 of 100 pairs; readers in the "
        "paper, of other pairs, in 95."
    )


def test_shipped_models_are_said_to_be_small() -> None:
    facts = replace(sample_facts(), models=(ModelFacts("gpt2-verse", "0", "bos", "causal", "fp32"),))
    assert any(sentence.startswith("gpt2-verse: models of a few megabytes") for sentence in findings(facts))
    assert not any("few megabytes" in sentence for sentence in findings(sample_facts()))


def test_a_release_of_nothing_says_so() -> None:
    assert findings(empty_facts()) == ["No row was read."]
