"""From a row of a source to the columns of a poem, or to a refusal."""

from collections.abc import Mapping

from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.sources.normalise import Normalisation, normalise, normalise_line
from versebench.transforms.sources.source import Source
from versebench.transforms.text.keys import text_id, work_id

_TRUE, _FALSE = frozenset({"true", "1", "yes"}), frozenset({"false", "0", "no"})


def poem_row(fields: Mapping[str, object], source: Source, rules: Normalisation) -> dict[str, object] | Refusal:
    """The columns of :data:`versebench.schemas.poems.POEMS` for one row, or why it is no poem."""
    found = {name: fields[column] for name, column in source.mapping.items() if fields.get(column) is not None}
    text = _text(found, fields, source)
    normal = text if isinstance(text, Refusal) else normalise(text, rules)
    if isinstance(normal, Refusal):
        return normal
    scalars = {name: _scalar(name, found.get(name)) for name in ("source_id", "author", "title", "licence")}
    lists = {name: _strings(name, found.get(name)) for name in ("topics", "included_words")}
    truth = _truth(found.get("is_limerick"))
    for value in (*scalars.values(), *lists.values(), truth):
        if isinstance(value, Refusal):
            return value
    lines = {name: normalise_line(str(value), rules) or None for name, value in scalars.items() if value is not None}
    return {
        "work_id": work_id(source.name, lines.get("source_id"), normal),
        "text_id": text_id(normal),
        "source": source.name,
        "source_id": lines.get("source_id"),
        "author": lines.get("author") or source.author,
        "title": lines.get("title"),
        "licence": lines.get("licence") or source.licence,
        "text": normal,
        "is_limerick": truth,
        **{name: _lines(values, rules) for name, values in lists.items()},
    }


def source_id(fields: Mapping[str, object], source: Source, rules: Normalisation) -> str | None:
    """The id of a row in its source, on one line, where one can be read: for rows that are no poems too."""
    column = source.mapping.get("source_id")
    value = None if column is None else fields.get(column)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return normalise_line(str(value), rules) or None


def _names(fields: Mapping[str, object]) -> str:
    return ", ".join(sorted(fields)[:8]) or "none"


def _text(found: Mapping[str, object], fields: Mapping[str, object], source: Source) -> str | Refusal:
    if "text" not in found:
        wanted = source.mapping["text"]
        return Refusal("missing_field", f"no text in field {wanted!r}; the row has {_names(fields)}")
    value = found["text"]
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    if isinstance(value, str):
        return value
    return Refusal("wrong_type", f"the text is of type {type(value).__name__}; a string or a list of lines is wanted")


def _scalar(name: str, value: object) -> str | Refusal | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return Refusal("wrong_type", f"{name} is of type {type(value).__name__}; a string is wanted")


def _strings(name: str, value: object) -> list[str] | Refusal:
    if value is None:
        return []
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    return Refusal("wrong_type", f"{name} is of type {type(value).__name__}; a list of strings is wanted")


def _truth(value: object) -> bool | Refusal | None:
    if value is None or value == "":
        return None
    word = str(value).lower()
    if isinstance(value, bool | int | str) and word in _TRUE | _FALSE:
        return word in _TRUE
    return Refusal("wrong_type", f"is_limerick is {str(value)[:40]!r}; true or false is wanted")


def _lines(values: object, rules: Normalisation) -> list[str]:
    assert isinstance(values, list)
    return [line for line in (normalise_line(value, rules) for value in values) if line]
