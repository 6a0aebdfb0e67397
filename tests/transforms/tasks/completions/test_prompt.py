"""What a generator is given of a poem."""

from tests.transforms.candidates.stand_in import StandIn
from tests.transforms.tasks.poems import CENTIPEDE, annotated
from versebench.models.generators.contract import Prompt
from versebench.transforms.tasks.completions.prompts import prompt_of


def test_all_lines_but_the_last_and_two_tokens_more_than_it_has() -> None:
    prompt = prompt_of(annotated(CENTIPEDE), StandIn())
    assert prompt.text + "Moves what looks like a flexible hose." == CENTIPEDE
    assert prompt.text.endswith("feet\n")
    assert prompt.most_tokens == 7 + 2


def test_a_poem_of_another_length() -> None:
    assert prompt_of(annotated("one\ntwo two", scheme="AA"), StandIn()) == Prompt("one\n", 4)
