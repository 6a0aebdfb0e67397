"""Items from a file of JSON lines beside a specification, for verses and poems that no release holds yet."""

import hashlib
import json
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from versebench.schemas.study_columns import NO_STUDY
from versebench.studies.errors import SpecError
from versebench.studies.order import text_id
from versebench.studies.protocols.registry import PROTOCOLS

Row = dict[str, Any]
_Filled = Annotated[str, StringConstraints(pattern=r"\S", max_length=10_000)]


class GivenItem(BaseModel):
    """One line of a file of items. Ids follow from the texts."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    protocol: str
    writer: _Filled
    texts: list[_Filled] = Field(min_length=1, max_length=5)
    roles: list[str]
    authors: list[_Filled] | None = None
    title: _Filled | None = None
    form: _Filled | None = None
    answer: str | None = None


def given_items(name: str, content: str) -> list[Row]:
    """The rows of a file of items. Raises :class:`SpecError`, with the line, if one is wrong or comes twice."""
    rows: dict[str, Row] = {}
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            row = _row(f"items: {name}, line {number}", line)
            if row["item"] in rows:
                raise SpecError(f"items: {name}, line {number}: is there twice; leave one out")
            rows[row["item"]] = row
    return list(rows.values())


def _row(where: str, line: str) -> Row:
    try:
        given = GivenItem.model_validate_json(line)
    except ValidationError as error:
        [first, *_] = error.errors(include_url=False, include_input=False)
        if first["type"] == "json_invalid":
            raise SpecError(f"{where}: is not JSON ({first['msg']}); write one object on each line") from None
        raise SpecError(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    if given.protocol not in PROTOCOLS or PROTOCOLS[given.protocol].source != "items":
        names = [protocol.name for protocol in PROTOCOLS.values() if protocol.source == "items"]
        raise SpecError(f"{where}: protocol: {given.protocol!r} has no items of a file; choose from {', '.join(names)}")
    if any(len(several) != len(given.texts) for several in (given.roles, given.authors or given.texts)):
        raise SpecError(f"{where}: has not as many roles or authors as texts; give one for each")
    values = given.model_dump()
    ids = [text_id(text) for text in given.texts]
    named = json.dumps(values, sort_keys=True, ensure_ascii=False)
    return {
        "study": NO_STUDY,
        "task": None,
        "pair_id": None,
        "gold": False,
        "practice": False,
        "simulated": False,
        **values,
        "item": hashlib.blake2b(named.encode(), digest_size=10).hexdigest(),
        "work_id": ids[0],
        "stratum": given.writer,
        "text_ids": ids,
    }
