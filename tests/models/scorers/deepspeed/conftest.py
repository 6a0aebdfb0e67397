"""Tiny models on disk, and the same texts under the plain engine."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

if find_spec("deepspeed") is None:  # importing it here would change torch for other tests
    pytest.skip("needs the extra deepspeed", allow_module_level=True)

from tests.models.scorers.packed import tiny
from versebench.models.scorers.contract import Scorer, TextScore
from versebench.models.scorers.deepspeed.scorer import DeepspeedScorer
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import identify
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.packed.settings import Causal
from versebench.models.scorers.settings import ScorerSettings

Open = Callable[..., DeepspeedScorer]

UNITS = [
    [
        "A river is rain with a plan:\n“Past the mill, through the reeds,” it began,",
        "A river is rain with plan:\n“Past the mill, through the reeds,” it began,",
        "A river is rain with a plan:\n“Past the mill,",
    ],
    ["Low to the ground as goes", "", "Low to the ground it goes"],
]


def folder_of(folder: Path, family: str) -> Path:
    """A tiny causal model as a recipe can name it."""
    tiny.model(family).save_pretrained(folder)
    tiny.tokenizer().save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of(tmp_path_factory.mktemp("llama") / "tiny-llama", "llama")


@pytest.fixture(scope="session")
def gpt2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of(tmp_path_factory.mktemp("gpt2") / "tiny-gpt2", "gpt2")


@pytest.fixture
def open_scorer() -> Iterator[Open]:
    """Opens a scorer in rank processes, and closes it after the test."""
    opened: list[DeepspeedScorer] = []

    def scorer(settings: ScorerSettings, precision: Any = "fp32", **options: Any) -> DeepspeedScorer:
        opened.append(DeepspeedScorer(settings, identify(settings.model, None), precision, **options))
        return opened[-1]

    yield scorer
    for one in opened:
        one.close()


def causal(folder: Path, **engine: Any) -> Causal:
    return Causal(model=str(folder), engine=DeepspeedEngine(**engine))


def by_torch(settings: ScorerSettings, precision: Any = "fp32") -> Scorer:
    return settings.load(identify(settings.model, None), LoadOptions(precision))


def difference(one: Scorer, other: Scorer, units: list[list[str]] = UNITS) -> float:
    """The largest difference of two scorers' sums over a text, in nats; what has no score must be the same."""
    largest = 0.0
    scored = zip(one.score_units(units, tokens=True), other.score_units(units, tokens=True), strict=True)
    for mine, theirs in scored:
        assert mine.keys() == theirs.keys()
        for name, scores in mine.items():
            for score, reference in zip(scores, theirs[name], strict=True):
                if not isinstance(score, TextScore) or not isinstance(reference, TextScore):
                    assert score == reference
                    continue
                assert (score.token_ids, score.spans) == (reference.token_ids, reference.spans)
                largest = max(largest, abs(score.log_probability - reference.log_probability))
    return largest
