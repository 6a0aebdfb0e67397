"""Messages about a wrong recipe: one line for each failed check, with the nearest known key or name."""

import difflib
import re
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

_MAIN_KEYS = {"tasks": "task", "clean.filters": "filter", "models": "model", "generator": "model"}
"""The key that was left out where a name stands alone, as in ``tasks: [swap_lines.v1]``."""

_OTHER_NAMES = {"bert": "masked", "roberta": "masked", "mlm": "masked", "gpt2": "causal", "gpt": "causal"}
"""Names of models that are written for the family to which they belong."""

TAGS = ("kind", "task", "filter", "family", "generator", "poet", "name")
"""Keys whose value selects one of several models that a recipe allows in one place."""


_SHOWN = 80
"""Characters of a value that a message repeats."""


def problems(error: ValidationError, checked: Any) -> list[str]:
    """One line for each failed check, eight at most.

    Pydantic leaves invalid items out of a list before it checks the length, so a list with a wrong item may also be
    reported as too short. That second error is dropped.

    Args:
        error: The failed validation.
        checked: The model, or union of models, that the values were validated against.
    """
    errors = error.errors()
    parents = {item["loc"][:depth] for item in errors for depth in range(len(item["loc"]))}
    kept = [item for item in errors if item["type"] != "too_short" or item["loc"] not in parents]
    return [_explain(item, checked) for item in kept][:8]


def _explain(error: Any, checked: Any) -> str:
    """One line for a failed check; for an unknown key, with the nearest known one."""
    where = ".".join(_keys_of(error["loc"], checked))
    if error["type"] == "extra_forbidden" and (kinds := _kinds_with(error["loc"], checked)):
        return f"unknown key {where!r}: this kind of recipe does not have it; it belongs to kind: {' or '.join(kinds)}"
    if error["type"] == "extra_forbidden":
        return f"unknown key {where!r}; {_nearest(error['loc'], checked)}"
    if error["type"] == "literal_error" and error["loc"][-1:] == ("[key]",):
        choices = ", ".join(_choices(error))
        return f"unknown key {'.'.join(map(str, error['loc'][:-1]))!r}; choose one of {choices}"
    if error["type"] == "missing":
        return f"the key {where!r} is missing"
    if error["type"] == "union_tag_invalid":
        known = [name.strip().strip("'") for name in error["ctx"]["expected_tags"].split(",")]
        given = error["ctx"]["tag"]
        meant = _OTHER_NAMES.get(given)
        near = [meant] if meant in known else difflib.get_close_matches(given, known, 1, 0.3)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        return f"{where}: unknown name {error['ctx']['tag']!r}{hint} Choose from: {', '.join(known)}"
    if error["type"] == "literal_error":
        return f"{where}: {_lowered(error['msg'])}{_meant(error)}"
    if remedy := _remedy(where, error):
        return f"{where}: {remedy}"
    message = error["msg"].removeprefix("Value error, ")
    return f"{where}: {_lowered(message)}" if where else message


def _lowered(message: str) -> str:
    return message[0].lower() + message[1:]


def _remedy(where: str, error: Any) -> str | None:
    """What to write instead of a wrong name, version or list; None for other values."""
    value = error["input"]
    match (where, error["type"]):
        case (_, "model_attributes_type" | "model_type" | "dict_type" | "union_tag_not_found") if isinstance(
            value, str
        ):
            return _lone_name(where, value[:_SHOWN])
        case ("version", "string_type") if type(value) in (int, float):
            return f"{value} is a number; write three numbers, as in 1.0.0"
        case (_, "string_pattern_mismatch") if where.rpartition(".")[2] == "name":
            given = repr(value[:_SHOWN])
            return f"{given} is not a valid name; use lower-case letters, digits, '.', '_' and '-', as in my-corpus"
        case ("sources", "too_short"):
            return "is empty; name at least one source"
        case ("creators", "list_type"):
            return "must be a list, as in [A. Editor]"
        case (_, "list_type"):
            return "must be a list; start each item with '- ', or write [...]"
    return None


def _lone_name(where: str, name: str) -> str:
    """What to write instead of a name that stands where keys with values are needed."""
    place = ".".join(part for part in where.split(".") if not part.isdecimal())
    key = _MAIN_KEYS.get(place)
    return f"{name!r} has no key; write {{{key}: {name}}}" if key else f"must have keys with values, not just {name!r}"


def _meant(error: Any) -> str:
    """The admissible value that is nearest to a wrong one, as a question; empty if none is near."""
    near = difflib.get_close_matches(str(error["input"])[:_SHOWN], _choices(error), 1, 0.5)
    return f"; did you mean {near[0]!r}?" if near else ""


def _choices(error: Any) -> list[str]:
    return re.findall(r"'([^']*)'", error["ctx"]["expected"])


def _kinds_with(location: tuple[Any, ...], checked: Any) -> list[str]:
    """The kinds of recipe that have a key which the checked kind lacks."""
    from versebench.pipelines.recipe.kinds import KINDS

    if checked not in KINDS.values() or len(location) != 1:
        return []
    return [name for name, kind in KINDS.items() if location[0] in kind.model_fields]


def _nearest(location: tuple[Any, ...], checked: Any) -> str:
    known = sorted(_keys_at(location, checked))
    near = difflib.get_close_matches(str(location[-1]), known, 1, 0.5)
    return f"did you mean {near[0]!r}?" if near else f"known keys here: {', '.join(known)}"


def _keys_at(location: tuple[Any, ...], checked: Any) -> list[str]:
    """The known keys in the place of an unknown one."""
    kind = checked
    for part in location[:-1]:
        kind, _ = _step(kind, part)
    return [key for model in _models_of(kind) for key in model.model_fields]


def _keys_of(location: tuple[Any, ...], checked: Any) -> list[str]:
    """The keys and places that lead to a value in a recipe: a location without the tags that pydantic puts into it."""
    kind, keys = checked, []
    for part in location:
        kind, is_tag = _step(kind, part)
        keys += [] if is_tag else [str(part)]
    return keys


def _step(kind: Any, part: Any) -> tuple[Any, bool]:
    """What is checked one part of a location further, and whether the part is a tag that selects one of several."""
    models = _models_of(kind)
    fields = [model.model_fields[part].annotation for model in models if part in model.model_fields]
    named = [] if fields else [model for model in models if part in _tags(model)]
    return (named or fields or [kind])[0], bool(named)


def _tags(model: type[BaseModel]) -> list[Any]:
    return [tag for name, field in model.model_fields.items() if name in TAGS for tag in get_args(field.annotation)]


def _models_of(kind: Any) -> list[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for argument in get_args(kind) for model in _models_of(argument)]
