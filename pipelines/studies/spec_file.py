"""Read the specification of a study, and the files that it names, which stand beside it."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.pipelines.recipe.yaml import read_yaml
from versebench.studies.errors import SpecError
from versebench.studies.languages import Language
from versebench.studies.plan.given_items import given_items
from versebench.studies.spec import Spec, consent_texts, with_profile

_MOST_BYTES = 1 << 24


@dataclass(frozen=True)
class StudySpec:
    """A specification, the texts of consent by language, and the rows of its file of items; None if it names none."""

    spec: Spec
    consent: dict[Language, str]
    items: list[dict[str, Any]] | None


def load_spec(path: str) -> StudySpec:
    """The specification in a file, with the files that it names.

    Raises :class:`RecipeError` if it is wrong, with the nearest key if one is unknown.
    """
    try:
        values = read_yaml(_read(Path(path)))
    except (yaml.YAMLError, ValueError) as error:
        raise RecipeError(f"{path} is not a specification of a study: {error}") from None
    if not isinstance(values, dict):
        raise RecipeError(f"{path} is not a specification of a study: it must have keys with values")
    try:
        spec = Spec.model_validate(with_profile(values))
        consent = consent_texts(spec, lambda name: _text(Path(path).parent / name))
        items = given_items(spec.items, _text(Path(path).parent / spec.items)) if spec.items is not None else None
        return StudySpec(spec, consent, items)
    except ValidationError as error:
        raise RecipeError("\n".join(f"{path}: {problem}" for problem in problems(error, Spec))) from None
    except SpecError as error:
        raise RecipeError(f"{path}: {error}") from None


def _text(path: Path) -> str:
    try:
        return _read(path).decode()
    except UnicodeDecodeError:
        raise RecipeError(f"{path} is not UTF-8; save it as UTF-8") from None


def _read(path: Path) -> bytes:
    try:
        if os.path.getsize(path) > _MOST_BYTES:
            raise RecipeError(f"{path} has more than {_MOST_BYTES:,} bytes; name the file of a specification")
        return path.read_bytes()
    except OSError as error:
        raise RecipeError(f"{path} cannot be read: {error.strerror}; name a file that is there") from None
