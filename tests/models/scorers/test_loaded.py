"""A loaded scorer with copies on several cores gives the bits of one, and the same fallbacks."""

import json
from collections.abc import Callable, Sequence
from threading import get_ident
from typing import Any

import pytest
from pydantic import TypeAdapter

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.pipelines.running import REPOSITORY
from versebench.models.scorers import loaded
from versebench.models.scorers.contract import Scorer
from versebench.models.scorers.fallbacks import HALVED
from versebench.models.scorers.identity import identify
from versebench.models.scorers.loaded import SeveralScorers, load_scorer, release_scorer
from versebench.models.scorers.registry import AnyScorer
from versebench.storage.machine import GIVEN_CORES

POEMS = [poem["limerick"] for poem in json.loads((REPOSITORY / "samples/limericks.json").read_text())]
UNITS = [[poem, poem.replace(" the ", " a "), poem.replace(",", "")] for poem in POEMS[:18]]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], Scorer]:
    def loads(family: str, model: str, cores: str) -> Scorer:
        monkeypatch.setenv(GIVEN_CORES, cores)
        release_scorer()
        settings = TypeAdapter(AnyScorer).validate_python({"family": family, "model": model})
        return load_scorer(settings, identify(model, None), "fp32")

    return loads


@pytest.mark.parametrize(
    ("family", "model"),
    [
        ("causal", "gpt2-verse"),
        pytest.param("masked", "bert-verse", marks=pytest.mark.sweep),
        pytest.param("xlnet", "xlnet-verse", marks=pytest.mark.sweep),
        pytest.param("transformer-xl", "transformer-xl-verse", marks=pytest.mark.sweep),
    ],
)
def test_copies_give_the_bits_of_one(load: Callable[[str, str, str], Scorer], family: str, model: str) -> None:
    one = load(family, model, "1")
    expected, fallbacks = one.score_units(UNITS), one.fallbacks()
    several = load(family, model, "3")
    assert several.score_units(UNITS) == expected
    assert several.score_units(UNITS[:2]) == expected[:2]
    assert several.fallbacks() == fallbacks
    release_scorer()


class _Counting:
    """A scorer that says which thread scored a unit."""

    def score_units(self, units: Sequence[Sequence[str]], *, tokens: bool = False) -> list[Any]:
        return [{unit[0]: get_ident()} for unit in units]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        return []

    def fallbacks(self) -> dict[str, int]:
        return {HALVED: 1, "engine plain": 1}


def test_copies_are_loaded_for_many_units_and_if_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def copy() -> _Counting:
        made.append(1)
        return _Counting()

    scorer = SeveralScorers(_Counting(), copy, 3, 1_000)
    many = [[str(number)] for number in range(40)]
    scorer.score_units(many[:3])
    assert len(made) == 0
    assert [next(iter(answer)) for answer in scorer.score_units(many)] == [unit[0] for unit in many]
    assert len(made) == 2
    assert scorer.fallbacks() == {HALVED: 3, "engine plain": 1}
    monkeypatch.setattr(loaded, "free_memory", lambda: 2_000)
    poor = SeveralScorers(_Counting(), copy, 3, 1_000)
    assert len(poor.score_units(many)) == 40
    assert len(made) == 2
