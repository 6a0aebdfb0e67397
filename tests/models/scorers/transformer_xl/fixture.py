"""The cases of the fixture, and the networks that they or a change of them give."""

import json
from pathlib import Path
from typing import Any

from safetensors.torch import load_file

from versebench.models.scorers.transformer_xl.config import TransformerXlConfig
from versebench.models.scorers.transformer_xl.network import TransformerXl
from versebench.models.scorers.transformer_xl.weights import Weights

FOLDER = Path(__file__).parents[1] / "fixtures" / "transformer_xl"
PUBLISHED = FOLDER / "published_shape"
CASES: dict[str, Any] = {
    name: case for name, case in json.loads((FOLDER / "cases.json").read_text()).items() if name != "made_by"
}
TOKENS: dict[str, Any] = json.loads((FOLDER / "tokens.json").read_text(encoding="utf-8"))
WORDS = ["<eos>", "the", "<unk>", ",", ".", "<formula>", "@-@", "'s", *(f"w{number}" for number in range(52))]
TOLERANCE = 1e-4
"""Nats a token."""

_TENSORS = load_file(FOLDER / "weights.safetensors")


def tensors(case: str) -> dict[str, Any]:
    return {name.removeprefix(f"{case}/"): value for name, value in _TENSORS.items() if name.startswith(f"{case}/")}


def network(case: str, **changes: Any) -> TransformerXl:
    """Of the case, with settings changed that are no shapes."""
    config = TransformerXlConfig(**CASES[case]["config"] | changes)
    return TransformerXl(Weights(tensors(case), case), config)
