"""What is wrong with a recipe: a line for each failed check, with the nearest key or name that there is."""

import difflib
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

TAGS = ("kind", "task", "filter", "family", "name")
"""Keys that tell the kinds apart that a recipe can hold in one place."""


def problems(error: ValidationError, checked: Any) -> list[str]:
    """A line for each failed check, eight at most; a list is not called short for the sake of a wrong item."""
    found = error.errors()
    within = {item["loc"][:depth] for item in found for depth in range(len(item["loc"]))}
    return [_explain(item, checked) for item in found if item["type"] != "too_short" or item["loc"] not in within][:8]


def _explain(error: Any, checked: Any) -> str:
    """One line for a failed check, with the nearest known key for an unknown one."""
    where = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden" and (kinds := _kinds_with(error["loc"], checked)):
        return f"unknown key {where!r}: a recipe of this kind has none; use it with kind: {' or '.join(kinds)}"
    if error["type"] == "extra_forbidden":
        return f"unknown key {where!r}; {_nearest(error['loc'], checked)}"
    if error["type"] == "missing":
        return f"the key {where!r} is missing"
    if error["type"] == "union_tag_invalid":
        known = [name.strip().strip("'") for name in error["ctx"]["expected_tags"].split(",")]
        near = difflib.get_close_matches(error["ctx"]["tag"], known, 1, 0.3)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        return f"{where}: nothing is called {error['ctx']['tag']!r}{hint} There are: {', '.join(known)}"
    message = error["msg"].removeprefix("Value error, ")
    return f"{where}: {message[0].lower()}{message[1:]}" if where else message


def _kinds_with(location: tuple[Any, ...], checked: Any) -> list[str]:
    """The kinds of recipe that have a key which the kind that is checked lacks."""
    from versebench.pipelines.recipe.kinds import KINDS

    if checked not in KINDS.values() or len(location) != 1:
        return []
    return [name for name, kind in KINDS.items() if location[0] in kind.model_fields]


def _nearest(location: tuple[Any, ...], checked: Any) -> str:
    known = sorted(_keys_at(location, checked))
    near = difflib.get_close_matches(str(location[-1]), known, 1, 0.5)
    return f"did you mean {near[0]!r}?" if near else f"known keys here: {', '.join(known)}"


def _keys_at(location: tuple[Any, ...], checked: Any) -> list[str]:
    """The keys that what is checked knows where an unknown one was found."""
    kind = checked
    for part in location[:-1]:
        models = list(_models_of(kind))
        named = [model for model in models if part in _tags(model)]
        fields = [model.model_fields[part].annotation for model in models if part in model.model_fields]
        kind = named[0] if named else fields[0] if fields else kind
    return [key for model in _models_of(kind) for key in model.model_fields]


def _tags(model: type[BaseModel]) -> list[Any]:
    return [tag for name, field in model.model_fields.items() if name in TAGS for tag in get_args(field.annotation)]


def _models_of(kind: Any) -> list[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for argument in get_args(kind) for model in _models_of(argument)]
