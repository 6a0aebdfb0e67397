"""The lines of a recipe that take something down, from what a command line says."""

import json
from collections.abc import Mapping

import yaml
from pydantic import ValidationError

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.transforms.ingest.takedown import Takedown


def takedown_of(said: Mapping[str, str | None]) -> Takedown:
    """The order that some options describe. Raises :class:`RecipeError` where they describe none."""
    try:
        return Takedown.model_validate_json(json.dumps({name: value for name, value in said.items() if value}))
    except ValidationError as error:
        raise RecipeError("; ".join(problems(error, Takedown))) from None


def takedown_lines(order: Takedown) -> str:
    """The lines of YAML, under the key that they belong to."""
    value = order.model_dump(mode="json", exclude_none=True)
    return yaml.safe_dump({"takedowns": [value]}, sort_keys=False, allow_unicode=True, width=10**6)
