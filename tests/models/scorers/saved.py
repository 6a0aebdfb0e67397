"""Tiny models in folders, as a recipe names them."""

import json
from pathlib import Path
from typing import Any

CUSTOM_CODE = '''"""A model with code of its own, which leaves a mark when it is run."""

from pathlib import Path

import transformers

(Path(__file__).parent / "has_run").touch()


class OwnConfig(transformers.GPT2Config):
    model_type = "own-model"


class OwnModel(transformers.GPT2LMHeadModel):
    config_class = OwnConfig
'''


def causal(folder: Path, family: str = "gpt2", context: int = 128) -> Path:
    """A model of bytes, which all texts can be cut into."""
    from tests.models.scorers.packed import tiny

    tiny.model(family, context).save_pretrained(folder)
    tiny.tokenizer().save_pretrained(folder)
    return folder


def masked(folder: Path, family: str = "bert") -> Path:
    """A model of which BERT's kind has a WordPiece vocabulary that lacks letters."""
    from tests.models.scorers.masked import tiny

    tiny.model(family).save_pretrained(folder)
    tiny.tokenizer(family).save_pretrained(folder)
    return folder


def xlnet(folder: Path) -> Path:
    from tests.models.scorers.xlnet import tiny

    tiny.model().save_pretrained(folder)
    tiny.tokenizer().save_pretrained(folder)
    return folder


def transformer_xl(folder: Path) -> Path:
    """A model of sixty words, most of which are w0, w1 and so on."""
    from safetensors.torch import save_file

    from tests.models.scorers.transformer_xl.fixture import CASES, WORDS, tensors

    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"model_type": "transfo-xl", **CASES["published_shape"]["config"]}))
    save_file(tensors("published_shape"), folder / "model.safetensors")
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    return folder


def with_own_code(folder: Path) -> Path:
    """A causal model whose folder says that a file in it must be run."""
    change_json(
        causal(folder) / "config.json",
        model_type="own-model",
        auto_map={"AutoConfig": "own_model.OwnConfig", "AutoModelForCausalLM": "own_model.OwnModel"},
    )
    (folder / "own_model.py").write_text(CUSTOM_CODE.replace('Path(__file__).parent / "has_run"', repr_of(folder)))
    return folder


def repr_of(folder: Path) -> str:
    """Code is run from a copy, so the place of its mark is spelt out."""
    return f"Path({str(folder / 'has_run')!r})"


def with_nan(folder: Path) -> Path:
    """A causal model whose logits are no numbers."""
    import torch
    from safetensors.torch import load_file, save_file

    weights = load_file(causal(folder) / "model.safetensors")
    weights["transformer.ln_f.bias"] = torch.full_like(weights["transformer.ln_f.bias"], float("nan"))
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


def with_unigrams(folder: Path, counts: list[int]) -> Path:
    """Counts of tokens beside a model."""
    from versebench.models.scorers.unigrams import render_unigrams

    (folder / "unigrams.json").write_text(render_unigrams("a corpus of tests", counts))
    return folder


def change_json(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
