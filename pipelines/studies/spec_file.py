"""Read the specification of a study from its file."""

import os
from pathlib import Path

import yaml
from pydantic import ValidationError

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.pipelines.recipe.yaml import read_yaml
from versebench.studies.errors import SpecError
from versebench.studies.languages import Language
from versebench.studies.spec import Spec, consent_texts, with_profile

_MOST_BYTES = 1 << 20


def load_spec(path: str) -> tuple[Spec, dict[Language, str]]:
    """The specification in a file, and the texts of consent by language, whose files stand beside it.

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
        return spec, consent_texts(spec, lambda name: _read(Path(path).parent / name).decode())
    except ValidationError as error:
        raise RecipeError("\n".join(f"{path}: {problem}" for problem in problems(error, Spec))) from None
    except SpecError as error:
        raise RecipeError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise RecipeError(f"{path}: its text of consent is not UTF-8; save it as UTF-8") from None


def _read(path: Path) -> bytes:
    try:
        if os.path.getsize(path) > _MOST_BYTES:
            raise RecipeError(f"{path} has more than {_MOST_BYTES:,} bytes; name the file of a specification")
        return path.read_bytes()
    except OSError as error:
        raise RecipeError(f"{path} cannot be read: {error.strerror}; name a file that is there") from None
