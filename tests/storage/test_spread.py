import json
from pathlib import Path

from tests.storage.tables import committed
from versebench.storage.manifest import assemble, read_manifest, write_manifest
from versebench.storage.spread import Spread, spread_of


def test_the_spread_of_numbers() -> None:
    spread = spread_of([5, 1, 3])
    assert spread == Spread(count=3, sum=9, min=1, max=5)
    assert spread.mean == 3
    assert spread + spread_of([0]) == Spread(4, 9, 0, 5)
    assert spread_of([2]) + spread == spread_of([2, 5, 1, 3])


def test_a_manifest_states_the_spread_of_rows_and_bytes(tmp_path: Path) -> None:
    run, sidecars = committed(tmp_path, 3)
    entry = assemble(run, {}, sidecars).tables["provenance"]
    sizes = [file.size for file in entry.files]
    assert entry.shard_rows == Spread(3, 9, 3, 3)
    assert entry.shard_bytes == Spread(3, sum(sizes), min(sizes), max(sizes))


def test_an_old_manifest_without_spreads_is_read(tmp_path: Path) -> None:
    run, sidecars = committed(tmp_path)
    write_manifest(run, assemble(run, {}, sidecars))
    path = Path(run.path("manifest.json"))
    older = json.loads(path.read_text())
    for name in ("shard_rows", "shard_bytes"):
        del older["tables"]["provenance"][name]
    path.write_text(json.dumps(older))
    manifest = read_manifest(run.directory)
    assert manifest is not None
    assert (manifest.tables["provenance"].shard_rows, manifest.tables["provenance"].rows) == (None, 6)
