"""Both models loaded together, once a process."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.models.scorers.packed import tiny
from versebench.models.scorers.contract import ModelLoadError, Unscored
from versebench.models.scorers.identity import identify
from versebench.models.selectors.loaded import LoadedSelectors
from versebench.models.selectors.registry import load_selectors, release_selectors
from versebench.models.selectors.settings import CausalSelector, MaskedSelector, Selectors

TEXT = "the owl,\nin the inn"
Folders = tuple[Path, Path]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    folder = tmp_path_factory.mktemp("models")
    return saved.masked(folder / "bert"), saved.causal(folder / "gpt2")


@pytest.fixture(autouse=True)
def _released() -> Iterator[None]:
    yield
    release_selectors()


def load(folders: Folders, **causal: Any) -> LoadedSelectors:
    masked, other = map(str, folders)
    settings = Selectors(masked=MaskedSelector(model=masked), causal=CausalSelector(model=other, **causal))
    return load_selectors(settings, identify(masked, None), identify(other, None))


def test_they_are_loaded_once(folders: Folders) -> None:
    assert load(folders) is load(folders)


def test_others_take_their_place(folders: Folders) -> None:
    first, second = load(folders), load(folders, start_token=tiny.START)
    assert first is not second
    assert load(folders) is not first


def test_after_a_release_they_are_loaded_again(folders: Folders) -> None:
    first = load(folders)
    release_selectors()
    assert load(folders) is not first


def test_the_log_probability_is_that_of_the_whole_poem_after_a_start_token(folders: Folders) -> None:
    ids = tiny.tokenizer()(TEXT)["input_ids"]
    expected = sum(tiny.plain_reference(tiny.model("gpt2"), ids, tiny.tokenizer().bos_token_id, 128))
    assert load(folders).log_probabilities([[TEXT]]) == [[pytest.approx(expected, rel=1e-5)]]


def test_company_changes_no_bit_of_it(folders: Folders) -> None:
    others = [f"{TEXT}{end}" for end in " the owl and the inn".split(" ")]
    loaded = load(folders)
    [[alone]] = loaded.log_probabilities([[TEXT]])
    found = loaded.log_probabilities([[], ["the"], [*others, TEXT], [TEXT]])
    assert found[2][-1] == found[3][0] == alone


def test_a_text_over_the_context_has_a_reason(folders: Folders) -> None:
    [[found]] = load(folders).log_probabilities([["owl " * 200]])
    assert isinstance(found, Unscored)
    assert found.reason == "longer_than_context"


def test_a_start_token_that_is_not_there_is_an_error(folders: Folders) -> None:
    with pytest.raises(ModelLoadError, match="nowhere"):
        load(folders, start_token="nowhere")
