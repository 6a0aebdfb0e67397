"""Poems are prompted for, searched and scored, and every hypothesis is accounted for, whatever stands beside a poem."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.candidates.stand_in import StandIn
from tests.transforms.tasks.poems import annotated
from versebench.models.generators.contract import Generator, Hypothesis, Prompt
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.accept import dictionary_finder
from versebench.transforms.tasks.completions.attempts import Attempt, attempts
from versebench.transforms.tasks.completions.beam import CompleteLineBeam
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.completions.prompts import GenerationContext
from versebench.transforms.tasks.completions.rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.text.keys import hash_id

TASKS: tuple[CompleteLine, ...] = (
    CompleteLineBeam(beams=60),
    CompleteLineBeam(beams=60, repeated_end_word=True),
    CompleteLineDelayedBeam(runs=20, beams=3),
    CompleteLineRhymeConstrained(beams=8),
)
FIRST = ["a plan", "to Spain", "a day", "on a stone", "by his frame", "in the month"]
SECOND = ["began", "the plain", "away", "alone", "the same", "the month"]
LAST = ["if I can.", "so it did, in the rain once again.", "no way.", "he is gone."]


@cache
def sounds() -> SoundMemory:
    return SoundMemory(load_pronouncer("verse-ear"))


@cache
def finder() -> SchemeFinder:
    return dictionary_finder(load_pronouncer("verse-ear"), AMERICAN)


def poem(number: int) -> AnnotatedPoem:
    lines = [FIRST[number % 6], f"it was {number} times {SECOND[number % 6]}", "a dog", "in the fog", LAST[number % 4]]
    return annotated("\n".join(lines), work=hash_id("poem", str(number)))


POEMS = [poem(number) for number in range(12)]


def tried(
    task: CompleteLine, poems: Sequence[AnnotatedPoem] = POEMS, generator: Generator | None = None, seed: int = 7
) -> list[Attempt]:
    return list(attempts(poems, task, GenerationContext(generator or StandIn(), sounds(), seed), finder()))


@cache
def of_all(task: CompleteLine) -> list[Attempt]:
    return tried(task)


def test_every_task_of_completion_is_tried_here() -> None:
    assert {type(task) for task in TASKS} == set(CompleteLine.__subclasses__())


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.label)
def test_found_is_kept_and_refused(task: CompleteLine) -> None:
    made = of_all(task)
    assert [one.work_id for one in made] == [poem.work_id for poem in POEMS]
    assert any(one.kept for one in made)
    for one in made:
        assert one.found == len(one.kept) + sum(one.refused.values())
        assert all(count > 0 for count in one.refused.values())
        assert (one.reason is None) == (one.runs > 0)


def test_what_is_refused_is_counted_under_its_reason() -> None:
    made = of_all(TASKS[0])
    assert {reason for one in made for reason in one.refused} == {
        "no_final_mark",
        "repeated_end_word",
        "no_rhyme_known",
        "no_rhyme",
        "same_end_word",
        "too_many_tokens",
    }
    assert all(one.runs == 1 and one.found == 60 for one in made)
    repeated = of_all(TASKS[1])
    assert not any("repeated_end_word" in one.refused for one in repeated)
    assert sum(len(one.kept) for one in repeated) > sum(len(one.kept) for one in made)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.label)
@settings(max_examples=12)
@given(data=st.data())
def test_an_attempt_does_not_depend_on_the_poems_beside_it(task: CompleteLine, data: st.DataObject) -> None:
    whole = {one.work_id: one for one in of_all(task)}
    some = data.draw(st.permutations(POEMS).map(lambda order: order[: data.draw(st.integers(0, len(order)))]))
    assert tried(task, some) == [whole[poem.work_id] for poem in some]


@pytest.mark.parametrize("seed", range(3))
def test_further_runs_leave_the_first_ones_as_they_are(seed: int) -> None:
    fewer, more = (tried(CompleteLineDelayedBeam(runs=runs, beams=3), seed=seed) for runs in (10, 20))
    for few, many in zip(fewer, more, strict=True):
        assert [one for one in many.kept if one.run < 10] == list(few.kept)
        assert (few.runs, many.runs, many.found) == (10, 20, 2 * few.found)
    assert any(len(many.kept) > len(few.kept) for few, many in zip(fewer, more, strict=True))


def test_runs_differ_by_seed_poem_and_number() -> None:
    task = CompleteLineDelayedBeam(runs=3, beams=1)
    same_text = [annotated(POEMS[0].text, work=hash_id("work", str(number))) for number in range(2)]
    one, other = tried(task, same_text)
    assert (one.refused, one.kept) != (other.refused, other.kept)
    assert tried(task, seed=1) != tried(task, seed=2)


def test_a_label_draws_what_its_task_draws() -> None:
    """Other settings of a task search on with the same streams of chance."""
    one, other = (tried(CompleteLineDelayedBeam(runs=10, beams=3, top_p=top_p)) for top_p in (0.5, 0.9))
    assert one == other


def test_a_prompt_that_is_too_long_is_not_given_to_the_generator() -> None:
    long = annotated("a " * 50 + "plan\nbegan\na dog\nin the fog\nif I can.", work=hash_id("long"))
    for task in TASKS:
        made = tried(task, [POEMS[0], long, POEMS[2]], StandIn(context=30))
        assert [one.reason for one in made] == [None, "prompt_longer_than_context", None]
        assert made[1] == Attempt(long.work_id, "prompt_longer_than_context", 5)
        assert [made[0], made[2]] == tried(task, [POEMS[0], POEMS[2]])


def test_a_poem_that_nothing_rhymes_with_is_not_searched() -> None:
    made = of_all(TASKS[3])
    none = [one for one, poem in zip(made, POEMS, strict=True) if "month" in poem.text]
    assert none == [Attempt(one.work_id, "no_rhyming_word", one.most_tokens) for one in none] != []


def test_rhyming_words_are_those_that_are_accepted() -> None:
    for one in of_all(TASKS[3]):
        assert not {"no_rhyme", "no_rhyme_known", "repeated_end_word", "no_final_mark"} & set(one.refused)


class Silent(StandIn):
    """Finds nothing."""

    def beam(self, prompts: Sequence[Prompt], beams: int) -> list[list[Hypothesis]]:
        self.asked.append(len(prompts))
        return [[] for _ in prompts]


@pytest.mark.parametrize(("beams", "batches"), [(2, [32, 8]), (20_000, [10] * 4), (1_000_000, [1] * 40)])
def test_as_many_poems_go_to_the_generator_at_once_as_their_hypotheses_allow(beams: int, batches: list[int]) -> None:
    many, generator = [annotated(POEMS[0].text, work=hash_id("work", str(number))) for number in range(40)], Silent()
    made = tried(CompleteLineBeam(beams=beams), many, generator)
    assert generator.asked == batches
    assert made == [Attempt(poem.work_id, None, 5, 1, 0, [], {}) for poem in many]
