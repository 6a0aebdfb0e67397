"""The family of a model by its config.json."""

import json
from pathlib import Path
from typing import Any

import pytest

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.detect import detect_family
from versebench.models.scorers.identity import SHIPPED, ModelIdentity, identify
from versebench.models.scorers.registry import FAMILIES

RESOURCES = Path(__file__).parents[3] / "models" / "resources"


def written(folder: Path, content: Any) -> ModelIdentity:
    (folder / "config.json").write_text(content if isinstance(content, str) else json.dumps(content))
    return ModelIdentity("mine", str(folder), "r", on_hub=False)


@pytest.mark.parametrize(
    ("config", "family"),
    [
        ({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"]}, "causal"),
        ({"model_type": "llama", "architectures": ["LlamaForCausalLM"]}, "causal"),
        ({"model_type": "bert", "architectures": ["BertForMaskedLM"]}, "masked"),
        ({"model_type": "bert", "architectures": ["BertForPreTraining"]}, "masked"),
        ({"model_type": "modernbert", "architectures": ["ModernBertForMaskedLM"]}, "masked"),
        ({"model_type": "xlnet", "architectures": ["XLNetLMHeadModel"]}, "xlnet"),
        ({"model_type": "xlnet"}, "xlnet"),
        ({"model_type": "transfo-xl", "architectures": ["TransfoXLLMHeadModel"]}, "transformer-xl"),
        ({"model_type": "transfo-xl", "architectures": None}, "transformer-xl"),
        ({"architectures": ["Unknown", "LlamaForCausalLM"]}, "causal"),
    ],
)
def test_the_family_follows_from_kind_or_head(tmp_path: Path, config: dict[str, Any], family: str) -> None:
    assert detect_family(written(tmp_path, config)) == family
    assert family in FAMILIES


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"model_type": "bert", "architectures": ["BertModel"]}, "BertModel"),
        ({"model_type": "bart", "architectures": ["BartForConditionalGeneration", "X"]}, "BartFor.*, X"),
        ({"model_type": "gpt2"}, "none"),
        ({"architectures": "GPT2LMHeadModel"}, "none"),
        ({"architectures": 7}, "none"),
        ([], "none"),
    ],
)
def test_a_family_that_cannot_be_told_must_be_given(tmp_path: Path, config: Any, said: str) -> None:
    with pytest.raises(ModelLoadError, match=rf"mine: cannot detect its family .*{said}.*; set --family"):
        detect_family(written(tmp_path, config))


@pytest.mark.parametrize("content", ["", "{", "\0"])
def test_a_config_that_is_none_is_told(tmp_path: Path, content: str) -> None:
    with pytest.raises(ModelLoadError, match=r"mine: its config\.json cannot be read \(.*\); fetch it again"):
        detect_family(written(tmp_path, content))


@pytest.mark.parametrize("name", [name for name in SHIPPED if (RESOURCES / name).is_dir()])
def test_shipped_models_are_told(name: str) -> None:
    expected = {
        "bert-verse": "masked",
        "bert-selector": "masked",
        "xlnet-verse": "xlnet",
        "transformer-xl-verse": "transformer-xl",
    }
    assert detect_family(identify(name, None)) == expected.get(name, "causal")
