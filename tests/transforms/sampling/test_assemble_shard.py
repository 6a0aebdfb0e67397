"""Tables of several runs become one."""

import pyarrow as pa

from versebench.schemas.poems import REJECTS
from versebench.transforms.sampling.assemble_shard import merge


def rejects(*ids: str) -> pa.Table:
    columns = {field.name: [f"{field.name} of {name}" for name in ids] for field in REJECTS.schema}
    return REJECTS.build({**columns, "reject_id": list(ids), "original_size": [0] * len(ids)})


def test_the_rejects_of_several_stages_are_sorted_by_their_key() -> None:
    merged = merge({"rejects": [rejects("b", "d"), rejects(), rejects("a", "c")]})
    assert merged["rejects"].column("reject_id").to_pylist() == ["a", "b", "c", "d"]
    assert merged["rejects"].column("reason").to_pylist()[0] == "reason of a"
    assert merged["rejects"].schema.equals(REJECTS.schema)


def test_a_table_of_one_run_stays_as_it_is() -> None:
    table = rejects("b", "a")
    assert merge({"rejects": [table]})["rejects"] is table
