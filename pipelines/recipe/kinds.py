"""Every kind of recipe by its name. To add a kind, write its module and list its class here."""

from functools import reduce
from operator import or_
from typing import Any, get_args

from pydantic import TypeAdapter

from versebench.pipelines.recipe.corpus import CorpusRecipe
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.pairs import PairsRecipe
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe

KINDS: dict[str, type[Recipe]] = {
    get_args(kind.model_fields["kind"].annotation)[0]: kind
    for kind in (
        PairsRecipe,
        CorpusRecipe,
        GhostwritingRecipe,
        ProftapRecipe,
    )
}


def recipe_schema() -> dict[str, Any]:
    """The JSON Schema of a recipe of any kind."""
    adapter: TypeAdapter[Any] = TypeAdapter(reduce(or_, KINDS.values()))
    return {"title": "Recipe", **adapter.json_schema()}
