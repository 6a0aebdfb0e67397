"""What rhymes if a recipe does not say."""

from typing import Any

import pytest

from tests.pipelines.running import recipe_values
from versebench.pipelines.recipe.recipe import Recipe, recipe_of

OF_TODAY = ("verse-ear.v2", "rhymes.v2", "either")
OLDER = ("verse-ear", "rhymes.v1", "american")


def heard(**values: Any) -> tuple[str, str, str]:
    recipe = loaded(**values)
    return recipe.ear.pronunciations, recipe.ear.rhymes, recipe.ear.accent


def loaded(**values: Any) -> Recipe:
    return recipe_of({**recipe_values(), **values})


@pytest.mark.parametrize("clean", [{}, {"profile": "versebench"}, {"profile": "verse"}])
def test_our_profiles_take_either_accent_by_the_second_edition(clean: dict[str, Any]) -> None:
    assert heard(clean=clean) == OF_TODAY
    assert loaded(clean=clean, ear={"historical": True}).ear.historical
    assert heard(clean=clean, ear={"historical": True}) == OF_TODAY


@pytest.mark.parametrize(
    "clean", [{"profile": "ranlp2021"}, {"profile": "jcls2022"}, {"filters": [{"filter": "five_lines.v1"}]}]
)
def test_papers_and_filters_of_one_s_own_hear_as_before(clean: dict[str, Any]) -> None:
    assert heard(clean=clean) == OLDER


def test_a_recipe_that_names_one_of_the_three_keeps_the_older_defaults_of_the_others() -> None:
    assert heard(clean={}, ear={"accent": "british"}) == ("verse-ear", "rhymes.v1", "british")
    assert heard(clean={}, ear={"pronunciations": "cmudict"}) == ("cmudict", "rhymes.v1", "american")


@pytest.mark.parametrize("accent", ["american", "either"])
def test_a_recipe_as_a_release_contains_it_means_the_same(accent: str) -> None:
    """Releases leave out ``rhymes`` if it is the older default."""
    first = loaded(clean={}, ear={"pronunciations": "verse-ear", "accent": accent})
    assert recipe_of(first.model_dump(mode="json")) == first
    again = loaded(clean={})
    assert recipe_of(again.model_dump(mode="json")) == again
