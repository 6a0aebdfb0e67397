"""Damage to what is committed: every kind of it is found by ``verify``, and the file is named."""

from pathlib import Path
from random import Random

from tests.faults.trial import Undisturbed
from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.verify import verify
from versebench.storage.commit import DamagedShardError

KINDS = ("truncated", "flipped", "missing", "swapped", "extra")
STAGES = ("ingest", "words", "lexicon", "clean", "annotate", "eligibility", "corrupt", "assemble", "validate")
NOTES = ("rank-limit-", "whole")
"""Begins of names of notes that later steps leave in the folder of a run; one that is missing is made again."""


def damaged_files(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """Damage one file of a release or of a run of a stage."""
    stage = random.choice((*STAGES, "release"))
    copy, kind = undisturbed.copied(stage, folder / "copy"), random.choice(KINDS)
    names = damage(copy, kind, random)
    said = problems(copy)
    assert any(name in said for name in names), f"{stage}, {kind} {names}: {said or 'nothing was found'}"
    return 0


def damage(folder: Path, kind: str, random: Random) -> list[str]:
    """Do it to a random file; the names of which one must be told."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    path = random.choice([one for one in files if kind != "missing" or not one.name.startswith(NOTES)])
    content = bytearray(path.read_bytes())
    if kind == "truncated":
        path.write_bytes(content[: random.randrange(len(content))])
    elif kind == "flipped":
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        path.write_bytes(content)
    elif kind == "missing":
        path.unlink()
    elif kind == "swapped":
        other = random.choice([one for one in files if one.read_bytes() != bytes(content)])
        path.write_bytes(other.read_bytes())
        other.write_bytes(content)
        return [path.name, other.name]
    else:
        path = folder / f"{path.stem}-{random.randrange(10)}{path.suffix}"
        path.write_bytes(content)
    return [path.name]


def problems(folder: Path) -> str:
    """What ``verify`` says."""
    try:
        return "\n".join(verify(str(folder)))
    except (DataError, DamagedShardError) as error:
        return str(error)
