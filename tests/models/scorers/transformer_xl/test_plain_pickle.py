"""What pickles may hold, and what hostile and damaged ones come to."""

import collections
import os
import pickle
import subprocess
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from versebench.models.scorers.contract import ModelLoadError  # noqa: E402
from versebench.models.scorers.transformer_xl.plain_pickle import read_plain_pickle, read_plain_torch_file  # noqa: E402

PLAIN = {
    "counter": Counter("aab"),
    "sym2idx": OrderedDict([("a", 0), ("b", 1)]),
    "idx2sym": ["a", "b"],
    "special": ["<eos>"],
    "numbers": (1, -(1 << 70), 2.5, True, None),
    "lower_case": False,
}


class Calls:
    """Pickles to a call."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.call


def plainly(path: Path, content: Any, protocol: int) -> None:
    path.write_bytes(pickle.dumps(content, protocol=protocol))


def zipped(path: Path, content: Any, protocol: int) -> None:
    torch.save(content, path, pickle_protocol=protocol)


def legacy(path: Path, content: Any, protocol: int) -> None:
    torch.save(content, path, pickle_protocol=protocol, _use_new_zipfile_serialization=False)


FORMATS = [(plainly, read_plain_pickle), (zipped, read_plain_torch_file), (legacy, read_plain_torch_file)]
all_formats = pytest.mark.parametrize(("write", "read"), FORMATS, ids=["pickle", "torch", "torch-legacy"])


@all_formats
def test_plain_data_is_read(tmp_path: Path, write: Any, read: Any) -> None:
    write(tmp_path / "vocab", PLAIN, 2)
    assert read(tmp_path / "vocab") == PLAIN


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_all_protocols_of_pickle_are_read(tmp_path: Path, protocol: int) -> None:
    plainly(tmp_path / "vocab", PLAIN, protocol)
    assert read_plain_pickle(tmp_path / "vocab") == PLAIN


def test_tensors_are_read_from_files_of_torch(tmp_path: Path) -> None:
    for write in (zipped, legacy):
        write(tmp_path / "weights", OrderedDict(a=torch.arange(3.0)), 2)
        assert read_plain_torch_file(tmp_path / "weights")["a"].tolist() == [0, 1, 2]


HOSTILE: dict[str, Callable[[Path], Any]] = {
    "system": lambda mark: Calls(os.system, f"touch {mark}"),
    "eval": lambda mark: Calls(eval, f"open({str(mark)!r}, 'w')"),
    "exec": lambda mark: Calls(exec, f"open({str(mark)!r}, 'w')"),
    "run": lambda mark: Calls(subprocess.run, ["touch", str(mark)]),
    "open": lambda mark: Calls(open, str(mark), "w"),
    "nested": lambda mark: {"sym2idx": OrderedDict(a=[({"b": Calls(os.system, f"touch {mark}")},)])},
    "in an argument": lambda mark: Calls(OrderedDict, [("a", Calls(os.system, f"touch {mark}"))]),
    "a module": lambda mark: Calls(getattr, Calls(__import__, "os"), "system"),
}


@all_formats
@pytest.mark.parametrize("attack", HOSTILE)
def test_a_call_is_refused_with_file_name_and_remedy_and_nothing_is_run(
    tmp_path: Path, write: Any, read: Any, attack: str
) -> None:
    mark = tmp_path / "was-run"
    write(tmp_path / "vocab", HOSTILE[attack](mark), 2)
    with pytest.raises(ModelLoadError) as caught:
        read(tmp_path / "vocab")
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'vocab'} asks for ")
    assert "words to vocab.txt" in message
    assert not mark.exists()


@all_formats
def test_the_refused_name_is_told(tmp_path: Path, write: Any, read: Any) -> None:
    named = [(Calls(os.system, "true"), "posix.system"), (Calls(eval, "1"), "eval"), (Path("a"), "pathlib")]
    for content, name in named:
        write(tmp_path / "vocab", content, 2)
        with pytest.raises(ModelLoadError, match=f" asks for [a-z_.]*{name}"):
            read(tmp_path / "vocab")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\x80\x04\x8c\x0bcollections\x8c\x14OrderedDict.fromkeys\x93.", "collections.OrderedDict.fromkeys"),
        (b"\x80\x02ccollections\nnamedtuple\n.", "collections.namedtuple"),
        (b"\x80\x02cbuiltins\ngetattr\n.", "builtins.getattr"),
        (b"\x80\x02X\x01\x00\x00\x00aQ.", "the outside object 'a'"),
    ],
)
def test_other_ways_to_a_name_are_refused(tmp_path: Path, content: bytes, name: str) -> None:
    (tmp_path / "vocab").write_bytes(content)
    with pytest.raises(ModelLoadError, match=f" asks for {name}, "):
        read_plain_pickle(tmp_path / "vocab")


def test_a_pickle_cannot_change_the_classes_of_this_process(tmp_path: Path) -> None:
    # GLOBAL Counter; BUILD with slots {"most_common": 1}: sets an attribute on the class, were it handed out.
    (tmp_path / "vocab").write_bytes(b"\x80\x02ccollections\nCounter\nN}X\x0b\x00\x00\x00most_commonK\x01s\x86b.")
    read_plain_pickle(tmp_path / "vocab")
    assert callable(collections.Counter.most_common)


def test_a_pickle_cut_anywhere_is_told_with_the_remedy(tmp_path: Path) -> None:
    whole = pickle.dumps(PLAIN, protocol=2)
    for length in range(len(whole)):
        (tmp_path / "vocab").write_bytes(whole[:length])
        with pytest.raises(ModelLoadError, match=r"vocab cannot be read \(.*\); fetch it again"):
            read_plain_pickle(tmp_path / "vocab")


@pytest.mark.parametrize("write", [zipped, legacy])
def test_a_file_of_torch_cut_anywhere_is_told_with_the_remedy(tmp_path: Path, write: Any) -> None:
    path = tmp_path / "weights"
    write(path, {"a": torch.arange(300.0)}, 2)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, 13):
        path.write_bytes(whole[:length])
        # A name that is cut is another name, and is refused as one.
        with pytest.raises(ModelLoadError, match=r"weights (cannot be read \(.*\); fetch it again|asks for [\w.]+, )"):
            read_plain_torch_file(path)


@pytest.mark.parametrize("content", [b"", b"not a pickle", b".", b"\x80\x02]K\x01K\x02e"])
def test_what_is_no_pickle_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "vocab").write_bytes(content)
    for read in (read_plain_pickle, read_plain_torch_file):
        with pytest.raises(ModelLoadError, match="cannot be read"):
            read(tmp_path / "vocab")


@pytest.mark.parametrize("content", [b"\x80\xff.", b"\x80\x04\x8e" + b"\xff" * 7 + b"\x3f."])
def test_a_pickle_of_an_impossible_version_or_size_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "vocab").write_bytes(content)
    with pytest.raises(ModelLoadError, match="cannot be read"):
        read_plain_pickle(tmp_path / "vocab")
