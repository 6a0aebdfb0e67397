"""Prompts by name and by template, and the form that is drawn for a title."""

from collections import Counter

import pytest

from versebench.transforms.proftap.prompts import PROMPTS, drawn_form, form_word, messages, prompt_problem


@pytest.mark.parametrize("prompt", [*PROMPTS, "写{{form}}，题为{{ title }}。"])
def test_a_prompt_has_the_title_and_nothing_left_to_fill_in(prompt: str) -> None:
    assert prompt_problem(prompt) is None
    asked = "".join(message.content for message in messages(prompt, "{{form}}夜车", "绝句"))
    assert "{{form}}夜车" in asked
    assert "{{" not in asked.replace("{{form}}夜车", "")


def test_the_prompt_of_the_poet_has_a_system_message_and_the_form() -> None:
    system, user = messages("poet.v1", "夜车", "律诗")
    assert (system.role, system.content) == ("system", "You are a helpful assistant.")
    assert (user.role, user.content) == ("user", "写一首题为《夜车》的律诗")


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ("写{{titel}}", "the prompt has the placeholder {{titel}}; only {{title}} and {{form}} are filled in"),
        ("poet.v9", "no prompt is called 'poet.v9', and as a template it lacks {{title}}; choose from proftap2024.v1"),
    ],
)
def test_a_wrong_prompt_is_one_message(prompt: str, message: str) -> None:
    assert message in str(prompt_problem(prompt))


def test_three_words_stand_for_six_forms() -> None:
    forms = ("绝句", "律诗", "排律", "古风", "四言", "六言")
    assert [form_word(form) for form in forms] == ["绝句", "律诗", "律诗", "古风", "古风", "古风"]


def test_forms_are_drawn_with_equal_chance_from_seed_and_title() -> None:
    titles = [f"{number:020x}" for number in range(3_000)]
    drawn = [drawn_form(7, title) for title in titles]
    counts = Counter(drawn)
    assert counts.keys() == {"古风", "律诗", "绝句"}
    assert all(900 < count < 1_100 for count in counts.values())
    assert drawn == [drawn_form(7, title) for title in titles]
    assert drawn != [drawn_form(8, title) for title in titles]
