"""How an XLNet scorer is loaded from a folder."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers.masked.tiny import Engine
from tests.models.scorers.xlnet import tiny
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity, identify
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.xlnet.convention import XlnetConvention
from versebench.models.scorers.xlnet.load import load_xlnet, load_xlnet_vocabulary
from versebench.models.scorers.xlnet.padding import own_padding
from versebench.models.scorers.xlnet.scorer import XlnetScorer

CONVENTION = XlnetConvention(padding=own_padding())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny.model().save_pretrained(tmp_path / "xlnet")
    tiny.tokenizer().save_pretrained(tmp_path / "xlnet")
    return tmp_path / "xlnet"


def failure(folder: Path) -> str:
    with pytest.raises(ModelLoadError) as caught:
        load_xlnet(identify(str(folder), None), (CONVENTION,), LoadOptions())
    return str(caught.value)


def test_a_folder_is_loaded_and_scores_as_the_model_that_was_saved(folder: Path) -> None:
    loaded = load_xlnet(identify(str(folder), None), (CONVENTION,), LoadOptions())
    built = XlnetScorer(tiny.model(), tiny.tokenizer(), (CONVENTION,), "built")
    assert loaded.score_units([["an Old Man with a beard"]]) == built.score_units([["an Old Man with a beard"]])


def test_what_an_engine_makes_of_the_model_is_computed_with(folder: Path) -> None:
    identity, text = identify(str(folder), None), "an Old Man with a beard"
    made: list[Engine] = []

    def wrap(model: Any) -> Engine:
        made.append(Engine(model))
        return made[0]

    wrapped = load_xlnet(identity, (CONVENTION,), LoadOptions(wrap=wrap)).score_units([[text]])
    assert wrapped == load_xlnet(identity, (CONVENTION,), LoadOptions()).score_units([[text]])
    assert made[0].calls == 1


def test_a_vocabulary_needs_a_tokenizer_alone(tmp_path: Path) -> None:
    tiny.tokenizer().save_pretrained(tmp_path / "words")
    identity = ModelIdentity("words", str(tmp_path / "words"), "", on_hub=False)
    vocabulary = load_xlnet_vocabulary(identity, CONVENTION, own_code=False)
    assert vocabulary.unknown_tokens("a beard") == 0
    assert vocabulary.unknown_tokens("春 a\n🎂") == 2


def test_another_family_is_refused() -> None:
    with pytest.raises(ModelLoadError, match="gpt2-verse is a gpt2 model, not an XLNet; set family to causal"):
        load_xlnet(identify("gpt2-verse", None), (CONVENTION,), LoadOptions())


@pytest.mark.parametrize("change", [{"attn_type": "uni"}, {"bi_data": True}])
def test_a_config_that_takes_no_masks_is_refused_with_the_remedy(folder: Path, change: dict[str, object]) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | change))
    assert 'set attn_type to "bi" and bi_data to false' in failure(folder)


def test_missing_weights_are_told_with_the_layout_that_is_needed(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    message = failure(folder)
    assert message.startswith("xlnet cannot be loaded as an XLNet: ")
    assert message.endswith("with safetensors and a tokenizer")
