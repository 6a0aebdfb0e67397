"""The vocabulary of a checkpoint: ``vocab.json``, ``vocab.txt``, or the published ``vocab.bin`` and ``vocab.pkl``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.transformer_xl.plain_pickle import read_plain_pickle, read_plain_torch_file
from versebench.models.scorers.transformer_xl.tokenizer import WordTokenizer


def read_vocabulary(folder: Path) -> WordTokenizer:
    """The tokenizer from the first of the files that is there.

    ``vocab.json`` is a list of words, or an object with ``idx2sym``; ``vocab.txt`` holds a word a line. The key
    ``lower_case`` of ``tokenizer_config.json`` counts, and then that of the file. Raises :class:`ModelLoadError`.
    """
    path = next((folder / name for name in _READERS if (folder / name).is_file()), None)
    if path is None:
        raise ModelLoadError(f"{folder} has no vocabulary; add one of {', '.join(_READERS)}")
    content = _READERS[path.name](path)
    fields = content if isinstance(content, dict) else {"idx2sym": content}
    words = fields.get("idx2sym")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ModelLoadError(f"{path} has no list of words under idx2sym; fetch it again, or write a vocab.txt")
    lower_case = _tokenizer_config(folder).get("lower_case", fields.get("lower_case", False))
    try:
        return WordTokenizer(tuple(words), bool(lower_case))
    except ValueError as error:
        raise ModelLoadError(f"{path} is not a Transformer-XL vocabulary: {error}; fetch it again") from None


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelLoadError(f"{path} cannot be read as JSON ({error}); fetch it again") from None


def _read_lines(path: Path) -> list[str]:
    try:
        # Not splitlines: a word may hold one of the rarer characters that end a line there.
        return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except ValueError as error:
        raise ModelLoadError(f"{path} is not UTF-8 ({error}); fetch it again") from None


def _tokenizer_config(folder: Path) -> dict[str, Any]:
    path = folder / "tokenizer_config.json"
    content = _read_json(path) if path.is_file() else {}
    if not isinstance(content, dict):
        raise ModelLoadError(f"{path} does not contain a JSON object; fetch it again")
    return content


_READERS: dict[str, Callable[[Path], Any]] = {
    "vocab.json": _read_json,
    "vocab.txt": _read_lines,
    "vocab.bin": read_plain_torch_file,
    "vocab.pkl": read_plain_pickle,
}
