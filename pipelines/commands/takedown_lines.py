"""The lines of a recipe for a takedown, from the options of a command."""

import json
from collections.abc import Mapping

import yaml
from pydantic import ValidationError

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.transforms.ingest.takedown import Takedown


def takedown_of(options: Mapping[str, str | None]) -> Takedown:
    """The takedown that some options describe. Raises :class:`RecipeError` if they are incomplete or wrong."""
    try:
        return Takedown.model_validate_json(json.dumps({name: value for name, value in options.items() if value}))
    except ValidationError as error:
        raise RecipeError("; ".join(problems(error, Takedown))) from None


def takedown_lines(order: Takedown) -> str:
    """The lines of YAML, under the key of takedowns."""
    value = order.model_dump(mode="json", exclude_none=True)
    return yaml.safe_dump({"takedowns": [value]}, sort_keys=False, allow_unicode=True, width=10**6)
