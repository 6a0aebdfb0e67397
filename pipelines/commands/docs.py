"""Generated pages: the schemas, the stages, the reference of the recipe, and its JSON Schema for editors."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from versebench.pipelines.commands.stage_page import stage_page
from versebench.pipelines.recipe.kinds import KINDS, recipe_schema
from versebench.pipelines.recipe.problems import TAGS
from versebench.pipelines.recipe.recipe import Recipe
from versebench.release.documents.schema_page import schema_page
from versebench.schemas.registration import NameIn

_HEAD = """# The recipe, key by key

Generated from the code by `versebench docs --write`; a test fails when this page is stale. Editors that know JSON
Schema complete and check a recipe that begins with
`# yaml-language-server: $schema=../docs/recipe.schema.json`. Values can be overridden on the command line:
`--set sources.0.path=poems.json --set seed=7`; an override is part of the recipe and so of the run.

"""


_COMMON = frozenset(Recipe.model_fields) - {"kind"}
"""Keys of every kind of recipe. The page explains them once, and again for a kind that changes one."""


def pages() -> dict[str, str]:
    """Every generated page by its path."""
    schema = json.dumps(recipe_schema(), indent=2, sort_keys=True) + "\n"
    return {
        "docs/SCHEMAS.md": schema_page(),
        "docs/RECIPE.md": recipe_page(),
        "docs/STAGES.md": stage_page(),
        "docs/recipe.schema.json": schema,
    }


def recipe_page() -> str:
    """The reference of the recipe as Markdown."""
    seen: set[type[BaseModel]] = set()
    sections = [_section(title, model, frozenset({"kind"})) for title, model in _models("", Recipe, seen)]
    for kind in KINDS.values():
        known = frozenset(name for name in _COMMON if _row_of(kind, name) == _row_of(Recipe, name))
        sections += [_section(title, model, known) for title, model in _models("", kind, seen)]
    return _HEAD + "\n".join(sections)


def _models(path: str, model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[tuple[str, type[BaseModel]]]:
    if model in seen:
        return
    seen.add(model)
    yield path, model
    for name, field in model.model_fields.items():
        for nested in _nested(field.annotation):
            yield from _models(f"{path}.{name}".lstrip("."), nested, seen)


def _nested(kind: Any) -> list[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for argument in get_args(kind) for model in _nested(argument)]


def _section(path: str, model: type[BaseModel], known: frozenset[str] = frozenset()) -> str:
    """The section about a model; of a recipe, without the keys in ``known``."""
    title = _title(path, model)
    text = " ".join((model.__doc__ or "").split())
    source = getattr(model, "source", None)
    cited = f" ({source})" if isinstance(source, str) else ""
    rows = "\n".join(_row_of(model, name) for name in model.model_fields if path or name not in known)
    return f"## {title}\n\n{text}{cited}\n\n| key | value | default | meaning |\n|---|---|---|---|\n{rows}\n"


def _title(path: str, model: type[BaseModel]) -> str:
    tag = _tag(model)
    if not path:
        return f"`kind: {tag}`" if tag else "Every kind of recipe"
    return f"`{path}`" + (f": `{tag}`" if tag else "")


def _tag(model: type[BaseModel]) -> str | None:
    """The value that selects this model among those that a recipe allows in one place."""
    for name in TAGS:
        if name in model.model_fields and get_origin(kind := model.model_fields[name].annotation) is Literal:
            return str(get_args(kind)[0])
    return None


def _row_of(model: type[BaseModel], name: str) -> str:
    field = model.model_fields[name]
    default = "required" if field.is_required() else f"`{_default(field)}`"
    return f"| `{name}` | {_kind(field.annotation)} | {default} | {field.description or 'The versioned name.'} |"


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True, validated_data={})
    if isinstance(value, BaseModel):
        return "{}"
    return json.dumps(value)


def _kind(kind: Any) -> str:
    if kind is type(None):
        return "null"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return "mapping"
    if get_origin(kind) in (list, tuple):
        return f"list of {_kind(get_args(kind)[0])}"
    if getattr(kind, "__origin__", None) is dict:
        return "mapping"
    if isinstance(kind, type):
        return {str: "text", int: "whole number", float: "number", bool: "true or false"}.get(kind, kind.__name__)
    if get_origin(kind) is Annotated:
        names = [list(item.registry) for item in get_args(kind)[1:] if isinstance(item, NameIn)]
        return " or ".join(f"`{name}`" for name in names[0]) if names else _kind(get_args(kind)[0])
    arguments = list(get_args(kind))
    if all(isinstance(argument, str) for argument in arguments):
        return " or ".join(f"`{argument}`" for argument in arguments)
    return " or ".join(dict.fromkeys(_kind(argument) for argument in arguments if not hasattr(argument, "description")))
