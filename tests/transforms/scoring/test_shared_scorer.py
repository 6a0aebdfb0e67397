"""One loaded model for several processes, over a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.engines import TorchEngine
from versebench.models.scorers.identity import identify
from versebench.models.scorers.packed.settings import Causal
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.scoring import shared_scorer as shared_scorer
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.texts import Text
from versebench.transforms.text.keys import text_id

UNIT = [Text("a", text_id(text), text) for text in ("the owl in the inn", "the owl", "")]

ASK = """
import sys
from pathlib import Path
from tests.transforms.scoring.test_shared_scorer import UNIT, held_scorer
found = held_scorer(Path(sys.argv[1])).score([UNIT])
print(*(value.hex() for value in found.scores.column("log_probability").to_pylist()), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A model, and a folder for temporary files that these tests have for themselves."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield saved.causal(tmp_path / "tiny-gpt2")
    shared_scorer.release_shared_scorer()


def held_scorer(folder: Path, shared: Literal["process", "machine"] = "machine", **changes: Any) -> WorkerScorer:
    settings = Causal(model=str(folder), engine=TorchEngine(shared=shared), **changes)
    return WorkerScorer(settings, identify(str(folder), None), "fp32")


def files(folder: Path) -> list[Path]:
    return list((folder.parent / "tmp").glob(f"versebench-{os.getuid()}/*.address"))


def gone(folder: Path) -> bool:
    """Whether the process that held the model goes, which takes it a moment."""
    deadline = time.monotonic() + 60
    while files(folder) and time.monotonic() < deadline:
        time.sleep(0.1)
    return files(folder) == []


def servers(folder: Path) -> list[int]:
    """The processes below this one that hold a model: they listen, and so have an address."""
    return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _is_child(path)]


def _is_child(stat: Path) -> bool:
    try:
        return (
            int(stat.read_text().rsplit(")", 1)[1].split()[1]) == os.getpid()
            and b"spawn_main" in (stat.parent / "cmdline").read_bytes()
        )
    except (OSError, IndexError):
        return False


def test_a_shared_model_says_what_one_of_the_process_says(folder: Path) -> None:
    asked = held_scorer(folder, token_scores=True)
    found, own = asked.score([UNIT]), held_scorer(folder, "process", token_scores=True).score([UNIT])
    assert found.scores.equals(own.scores)
    assert found.rejects.equals(own.rejects)
    assert asked._load() is asked._load()
    check_private(folder.parent / "tmp" / f"versebench-{os.getuid()}")


def check_private(private: Path) -> None:
    """Nobody else can ask the process."""
    assert private.stat().st_mode & 0o777 == 0o700
    assert (private / "key").stat().st_mode & 0o777 == 0o600
    assert len((private / "key").read_bytes()) == 32
    assert [path.name.partition(".")[2] for path in private.iterdir() if path.name != "key"].count("address") == 1


def test_several_processes_ask_one_model_and_it_ends_with_them(folder: Path) -> None:
    own = held_scorer(folder, "process").score([UNIT]).scores.column("log_probability").to_pylist()
    command = [sys.executable, "-c", ASK, str(folder)]
    asking = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.stdout.readline().split() for process in asking if process.stdout]
    assert said == [[value.hex() for value in own]] * 2
    assert len(files(folder)) == 1
    for process in asking:
        process.communicate("\n", timeout=300)
    assert [process.returncode for process in asking] == [0, 0]
    assert gone(folder)


def test_a_model_whose_process_was_killed_is_loaded_again_and_goes_when_it_is_released(folder: Path) -> None:
    asked = held_scorer(folder)
    first = asked.score([UNIT]).scores
    (server,) = servers(folder)
    os.kill(server, signal.SIGKILL)
    with pytest.raises(RecoverableError, match=r"tiny-gpt2: the process of this model has ended .* run again"):
        asked.score([UNIT])
    assert len(files(folder)) == 1, "what it left behind"
    asked.release()
    assert asked.score([UNIT]).scores.equals(first)
    asked.release()
    assert shared_scorer._HELD == {}
    assert gone(folder)


def test_a_model_that_cannot_be_loaded_is_told_with_the_remedy(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"")
    with pytest.raises(RecoverableError, match=r"^tiny-gpt2: its weights cannot be read \(.*; fetch them again$"):
        held_scorer(folder).score([UNIT])


def test_a_defect_while_it_is_loaded_is_told_with_type_and_traceback(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(shared_scorer, "load_scorer", broken)
    held = held_scorer(folder)
    served = shared_scorer.ServedScorer(held.settings, held.identity, "fp32", str(folder / "address"))
    assert served.problem() is None
    assert "Traceback" in str(served.defect())
    assert "ZeroDivisionError: broken" in str(served.defect())


def test_a_folder_of_somebody_else_is_not_trusted(folder: Path) -> None:
    private = folder.parent / "tmp" / f"versebench-{os.getuid()}"
    private.mkdir(mode=0o777)
    private.chmod(0o777)
    with pytest.raises(ModelLoadError, match="is not a private folder of this user; delete it, or set TMPDIR"):
        shared_scorer.shared_scorer(
            *(getattr(held_scorer(folder), name) for name in ("settings", "identity", "precision"))
        )


def test_the_process_ends_when_whoever_started_it_is_killed(folder: Path) -> None:
    command = [sys.executable, "-c", ASK, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        assert len(files(folder)) == 1
        process.kill()
    assert gone(folder)
