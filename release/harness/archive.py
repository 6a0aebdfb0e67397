"""The pairs in the formats of other programs: one archive, because a release may have a hundred tasks.

For each task, it contains the pairs in BLiMP's layout and a task file of lm-eval that reads them. Texts are written to
disk while the archive is made; the archive itself is in memory.
"""

import io
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import pyarrow as pa

from versebench.release.harness.blimp import blimp_line, uid
from versebench.release.harness.lm_eval import aliases, group_file, group_name, task_file

NAME = "harness.zip"

PAIR_COLUMNS = ("pair_id", "work_id", "task", "original", "corrupted")
"""The columns of the table ``pairs`` that are read."""

Shard = tuple[pa.Table, Mapping[str, str]]
"""The pairs of a shard, and the split of each of its works; empty if the release is not split."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_READABLE = 0o644 << 16


def harness_documents(name: str, version: str, tasks: Sequence[str], shards: Iterable[Shard]) -> dict[str, bytes]:
    """The archive by its file name; empty if no task has a pair. ``tasks`` are in the order of the recipe."""
    with tempfile.TemporaryDirectory() as folder:
        paths = _spread(Path(folder), shards)
        paired = [task for task in tasks if task in paths]
        return {NAME: _archive(_members(name, version, paired, paths))} if paired else {}


def _spread(folder: Path, shards: Iterable[Shard]) -> dict[str, Path]:
    """Write the pairs of each task to a file of its own. Returns the files by task."""
    paths: dict[str, Path] = {}
    with ExitStack() as open_files:
        files = {}
        for pairs, splits in shards:
            for pair in pairs.to_pylist():
                if (task := pair["task"]) not in files:
                    paths[task] = folder / uid(task)
                    files[task] = open_files.enter_context(paths[task].open("w", encoding="ascii"))
                files[task].write(blimp_line(pair, splits.get(pair["work_id"])))
    return paths


def _members(name: str, version: str, tasks: Sequence[str], paths: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    yield "README.md", _readme(name, version).encode()
    for task in tasks:
        yield _data(task), paths[task].read_bytes()
    yield f"lm-eval/{group_name(name)}.yaml", group_file(name, version, tasks).encode()
    for task, alias in aliases(tasks).items():
        yield f"lm-eval/{uid(task)}.yaml", task_file(name, version, task, alias, _data(task)).encode()


def _data(task: str) -> str:
    return f"blimp/{uid(task)}.jsonl"


def _archive(members: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive that is the same for the same members."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in members:
            member = zipfile.ZipInfo(name, _EPOCH)
            member.compress_type, member.create_system, member.external_attr = zipfile.ZIP_DEFLATED, _UNIX, _READABLE
            archive.writestr(member, data)
    return content.getvalue()


def _readme(name: str, version: str) -> str:
    return f"""# Pairs of {name} {version} for other programs

- `blimp/`: one file for each task, in the layout of BLiMP (Warstadt et al. 2020), with one JSON object per line.
  `pairID` is the `pair_id` of the release, `work_id` the poem, and `split`, if present, the split of the poem.
- `lm-eval/`: one task file for each task for EleutherAI's lm-evaluation-harness, and a group of all tasks.

Run in this folder:

```sh
lm_eval run --model hf --model_args pretrained=MODEL --batch_size 16 --include_path lm-eval --tasks {group_name(name)}
```

The tables of the harness show short names of the tasks (`task_alias`). A model reads its start token and then the
text with its line breaks. A tie scores no point. `acc` is the accuracy in the table `results` under the convention
`bos-given+line-breaks-kept` and the reduction `sum`; `acc_norm` is the one under `per_character`. If the tokenizer
adds a start token by itself, the model reads it once. If a corruption has fewer words than the original, as in the
deletion tasks, `acc` favours the corruption because it is shorter. The harness has no measure like the papers' mean
over tokens.
"""
