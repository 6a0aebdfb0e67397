"""How an XLNet judge is loaded from a folder."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from models.judges.contract import ModelLoadError
from models.judges.identity import identify
from models.judges.xlnet.convention import XlnetConvention
from models.judges.xlnet.judge import XlnetJudge
from models.judges.xlnet.load import load_xlnet
from models.judges.xlnet.padding import own_padding
from tests.models.judges.xlnet import tiny

CONVENTION = XlnetConvention(padding=own_padding())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tiny.model().save_pretrained(tmp_path / "xlnet")
    tiny.tokenizer().save_pretrained(tmp_path / "xlnet")
    return tmp_path / "xlnet"


def failure(folder: Path) -> str:
    with pytest.raises(ModelLoadError) as caught:
        load_xlnet(identify(str(folder), None), CONVENTION)
    return str(caught.value)


def test_a_folder_is_loaded_and_scores_as_the_model_that_was_saved(folder: Path) -> None:
    loaded = load_xlnet(identify(str(folder), None), CONVENTION)
    built = XlnetJudge(tiny.model(), tiny.tokenizer(), CONVENTION, "built")
    assert loaded.score(["an Old Man with a beard"]) == built.score(["an Old Man with a beard"])


def test_another_family_is_refused() -> None:
    with pytest.raises(
        ModelLoadError, match="gpt2-verse is of the family gpt2 and no XLNet; name it as a causal model"
    ):
        load_xlnet(identify("gpt2-verse", None), CONVENTION)


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
