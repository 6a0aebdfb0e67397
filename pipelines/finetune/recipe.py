"""Recipes of ``versebench finetune``."""

import json

import yaml
from pydantic import ValidationError

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.pipelines.recipe.yaml import read_yaml
from versebench.storage import filesystem
from versebench.transforms.finetune.settings import Finetune

_EXAMPLE = "recipes/finetune-sample.yaml is one to start from"
_MOST_BYTES = 1 << 20


def load_finetune(path: str) -> Finetune:
    """Read a recipe. Raises :class:`RecipeError`, which names the file and the key and says what to do."""
    try:
        value = read_yaml(filesystem.read_bytes(path, _MOST_BYTES))
    except OSError as error:
        raise RecipeError(f"{path}: cannot be read: {error.strerror or error}; {_EXAMPLE}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise RecipeError(f"{path}: is not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(value, dict):
        raise RecipeError(f"{path}: a recipe must be a mapping of keys to values; {_EXAMPLE}")
    try:
        return Finetune.model_validate_json(json.dumps(value, default=str))
    except ValidationError as error:
        raise RecipeError("\n".join(f"{path}: {problem}" for problem in problems(error, Finetune))) from None
