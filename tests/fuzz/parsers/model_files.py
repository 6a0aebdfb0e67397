"""The files of a model that are read by code of this project."""

import io
import json
import pickle
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import torch
from hypothesis import strategies as st

from tests.fuzz.byte_mutations import fuzzed
from tests.fuzz.parser import Parser, check_message
from tests.fuzz.value_mutations import fuzzed_json
from tests.pipelines.running import REPOSITORY
from versebench.models.generators.training_lines import read_training_lines
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.detect import detect_family
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.transformer_xl.loader import read_config, read_weights
from versebench.models.scorers.transformer_xl.plain_pickle import read_plain_pickle, read_plain_torch_file
from versebench.models.scorers.transformer_xl.vocabulary import read_vocabulary
from versebench.models.scorers.unigrams import read_unigrams

_SHIPPED = REPOSITORY / "models" / "resources" / "transformer-xl-verse"
_WORDS = ["<eos>", "<unk>", "the", "limerick", "é", "'s"]


def _refused_with(path: str, read: Callable[[Path], Any]) -> Callable[[bytes, Path], None]:
    """Reads a file of this name, which may refuse with a message that names it."""

    def parse(content: bytes, folder: Path) -> None:
        file = folder / path
        file.write_bytes(content)
        try:
            read(file)
        except ModelLoadError as error:
            check_message(str(error), file, ";")

    return parse


def _in_folder(read: Callable[[Path], Any]) -> Callable[[Path], Any]:
    return lambda file: read(file.parent)


def _encode(file: Path) -> None:
    tokenizer = read_vocabulary(file.parent)
    assert all(0 <= number < len(tokenizer.words) for number in tokenizer.encode("The limerick's é\nx"))


def _encode_configured(file: Path) -> None:
    (file.parent / "vocab.txt").write_text("\n".join(_WORDS))
    _encode(file)


def _count(file: Path) -> None:
    unigrams = read_unigrams(file)
    assert unigrams.counts.min() >= 0
    assert np.isfinite(unigrams.log_probability([0]))


def _look_up(file: Path) -> None:
    lines = read_training_lines(file)
    lines.holds("there was an old man")


def _detect(content: bytes, folder: Path) -> None:
    (folder / "config.json").write_bytes(content)
    try:
        detect_family(ModelIdentity("a-model", str(folder), "0" * 40, on_hub=False))
    except ModelLoadError as error:
        check_message(str(error), "a-model", ";")


def _torch_bytes(value: Any, *, zipped: bool) -> bytes:
    target = io.BytesIO()
    torch.save(value, target, _use_new_zipfile_serialization=zipped)
    return target.getvalue()


def _parquet(values: Any, kind: pa.DataType) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"line_hash": pa.array(values, kind)}), sink, compression="none")
    content: bytes = sink.getvalue().to_pybytes()
    return content


_FIELDS = {
    "idx2sym": _WORDS,
    "sym2idx": OrderedDict((word, number) for number, word in enumerate(_WORDS)),
    "counter": Counter(_WORDS),
    "lower_case": True,
    "special": ["<eos>"],
}
_PICKLES = [pickle.dumps(_FIELDS, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
_OPCODES = (
    *(b"(", b")", b"0", b"1", b"2", b".", b"}", b"]", b"l", b"t", b"d", b"a", b"e", b"s", b"u", b"b", b"o", b"R"),
    *(b"\x81", b"\x85"),
    *(b"\x85" * 3_000, b"(" * 3_000, b"\x86", b"\x87", b"\x8f", b"\x90", b"\x91", b"\x93", b"\x94", b"\x97", b"\x98"),
    *(b"Q", b"P1\n"),
    *(b"cos\nabort\n", b"ccollections\nOrderedDict\n", b"cbuiltins\neval\n", b"\x8c\x02os\x8c\x05abort\x93"),
    *(b"\x82\x01", b"I1\n"),
    *(b"r\xff\xff\xff\x7f", b"r\xff\xff\xff\x03", b"j\xff\xff\xff\xff", b"q\x00", b"h\x00", b"B\xff\xff\xff\x7f"),
    *(b"T\xff\xff\xff\x7f",),
    *(b"\x8e" + b"\xff" * 7 + b"\x00", b"\x96" + b"\xff" * 4 + b"\x00" * 4, b"\x8b\xff\xff\xff\x7f"),
    *(b"\x95" + b"\xff" * 8, b"\x80\x09"),
    *(b"L" + b"9" * 5_000 + b"L\n", b"X\x02\x00\x00\x00\xed\xa0", b"V\\ud800\n", b"F1e999\n", b"N\x85\x85\x85", b"i"),
    *(b"S'a\n",),
)  # fmt: skip
_TORCH_FILES = [
    *(_torch_bytes(_FIELDS, zipped=zipped) for zipped in (False, True)),
    *(_torch_bytes({"word_emb.weight": torch.zeros(2, 3)}, zipped=zipped) for zipped in (False, True)),
]
_CONFIG = json.loads((_SHIPPED / "config.json").read_text())
_JSON = (b'"', b"{", b"}", b"[", b"]", b",", b":", b"null", b"-1", b"1e400", b"NaN", b'"counts": [', b'"idx2sym": [')
_UNIGRAMS = {"corpus": "limericks", "tokens": 6, "counts": [1, 2, 3]}
_HASHES = [
    *(_parquet([1, 5, 9], pa.uint32()), _parquet([3, None], pa.uint32()), _parquet([], pa.uint32())),
    *(_parquet(["a"], pa.string()), _parquet([[1]], pa.list_(pa.uint32())), _parquet([1], pa.decimal128(4, 1))),
]
_VOCABULARY_JSON: list[Any] = [_WORDS, {"idx2sym": _WORDS, "lower_case": True}]


def _json(*values: Any) -> st.SearchStrategy[bytes]:
    return fuzzed([json.dumps(value).encode() for value in values], _JSON, fuzzed_json(list(values)))


PARSERS = (
    Parser("plain-pickle", fuzzed(_PICKLES, _OPCODES), _refused_with("vocab.pkl", read_plain_pickle), 200),
    Parser("torch-file", fuzzed(_TORCH_FILES, _OPCODES), _refused_with("vocab.bin", read_plain_torch_file)),
    Parser(
        "weights",
        fuzzed(_TORCH_FILES, _OPCODES),
        _refused_with("pytorch_model.bin", _in_folder(lambda folder: read_weights(folder, str(folder)))),
        50,
    ),
    Parser(
        "vocabulary-text",
        fuzzed(["\n".join(_WORDS).encode()], (b"<unk>", b"<eos>", b"\n")),
        _refused_with("vocab.txt", _encode),
    ),
    Parser("vocabulary-json", _json(*_VOCABULARY_JSON), _refused_with("vocab.json", _encode)),
    Parser("vocabulary-pickle", fuzzed(_PICKLES, _OPCODES), _refused_with("vocab.pkl", _encode)),
    Parser(
        "tokenizer-config",
        _json({"lower_case": True, "tokenizer_class": "x"}),
        _refused_with("tokenizer_config.json", _encode_configured),
    ),
    Parser("transformer-xl-config", _json(_CONFIG), _refused_with("config.json", _in_folder(read_config))),
    Parser("model-config", _json(_CONFIG, {"architectures": ["GPT2LMHeadModel"]}), _detect),
    Parser("unigrams", _json(_UNIGRAMS), _refused_with("unigrams.json", _count)),
    Parser(
        "training-lines", fuzzed(_HASHES, (b"PAR1", b"\x15\x00")), _refused_with("training_lines.parquet", _look_up)
    ),
)
