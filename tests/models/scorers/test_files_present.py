"""What is wrong with the folder of a model is known before anything is loaded."""

import json
from pathlib import Path
from typing import Any

import pytest

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.files_present import check_files
from versebench.models.scorers.identity import SHIPPED, ModelIdentity, identify

GPT2 = {"architectures": ["GPT2LMHeadModel"]}
BERT = {"architectures": ["BertForMaskedLM"]}
T5 = {"architectures": ["T5ForConditionalGeneration"], "is_encoder_decoder": True}


def _folder(folder: Path, config: dict[str, Any], *names: str) -> ModelIdentity:
    (folder / "config.json").write_text(json.dumps(config))
    for name in names:
        (folder / name).touch()
    return ModelIdentity("mine", str(folder), "0" * 40, on_hub=False)


@pytest.mark.parametrize(
    ("config", "names", "family", "message"),
    [
        (GPT2, ["model.safetensors"], "causal", "no tokenizer in .*; save the tokenizer"),
        (GPT2, ["tokenizer.json", "pytorch_model.bin"], "causal", "pytorch_model.bin, a pickle.*; convert it"),
        (BERT, ["tokenizer.json", "model.safetensors"], "causal", "is a masked model .*; write family: masked"),
        (GPT2, ["tokenizer.json", "model.safetensors"], "masked", "is a causal model .*; write family: causal"),
        (T5, ["tokenizer.json", "model.safetensors"], "causal", "encoder-decoder, such as T5, .*; choose a causal"),
    ],
)
def test_a_folder_that_cannot_score_is_refused(
    tmp_path: Path, config: dict[str, Any], names: list[str], family: str, message: str
) -> None:
    with pytest.raises(ModelLoadError, match=message):
        check_files(_folder(tmp_path, config, *names), family)


@pytest.mark.parametrize("family", ["causal", "masked"])
def test_a_model_that_says_nothing_about_itself_passes(tmp_path: Path, family: str) -> None:
    check_files(_folder(tmp_path, {}, "tokenizer.json", "model.safetensors"), family)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_models_pass(name: str) -> None:
    families = {"gpt2": "causal", "bert": "masked", "xlnet": "xlnet"}
    check_files(identify(name, None), families.get(name.partition("-")[0], "transformer-xl"))
