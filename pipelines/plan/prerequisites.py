"""What must be done by hand before a recipe can be released."""

import difflib
import os
from collections.abc import Iterable, Iterator
from importlib.util import find_spec

from versebench.models.fetched.catalogue import CATALOGUE
from versebench.models.scorers.identity import SHIPPED
from versebench.models.thesaurus.webster_client import KEY_VARIABLE
from versebench.pipelines.plan.models import ModelUse, is_here, lacks_revision, model_uses
from versebench.pipelines.plan.sources import missing_sources
from versebench.pipelines.recipe.extras import EXTRAS
from versebench.pipelines.recipe.recipe import Recipe

HUB = "https://huggingface.co"


def to_do(recipe: Recipe) -> Iterator[str]:
    """Yield what is missing, with the remedy: sources, extras, the thesaurus' key, and commits and files of models."""
    yield from missing_sources(recipe)
    for extra, packages in missing_extras(recipe).items():
        yield f'{", ".join(packages)} {"is" if len(packages) == 1 else "are"} missing; install "versebench[{extra}]"'
    if recipe.thesaurus == "merriam-webster" and not os.environ.get(KEY_VARIABLE):
        yield (
            f"the key of Merriam-Webster's thesaurus is missing; get one at dictionaryapi.com, and set {KEY_VARIABLE}"
        )
    uses = list(model_uses(recipe))
    yield from (_commit(use) for use in uses if lacks_revision(use.settings))
    yield from _fetches(use for use in uses if not lacks_revision(use.settings) and not is_here(use.settings))


def missing_extras(recipe: Recipe) -> dict[str, list[str]]:
    """The extras that a release of a recipe needs, with those of their packages that are not installed."""
    needed = ["release", *(["score"] if any(model_uses(recipe)) else [])]
    missing = {extra: [package for package in EXTRAS[extra] if find_spec(package) is None] for extra in needed}
    return {extra: packages for extra, packages in missing.items() if packages}


def _commit(use: ModelUse) -> str:
    model = use.settings.model
    near = difflib.get_close_matches(model, SHIPPED, 1, 0.6)
    hint = (
        f"{use.place}: no model {model!r} is shipped; did you mean {near[0]!r}? If it is on the hub: " if near else ""
    )
    return hint + f"{use.place}: {model} has no revision; set it to a commit, as listed at {HUB}/{model}/commits/main"


def _fetches(uses: Iterable[ModelUse]) -> Iterator[str]:
    places: dict[str, list[str]] = {}
    for use in uses:
        places.setdefault(use.settings.model, []).append(use.place)
    for model, named in places.items():
        remedy = (
            f"run: versebench models get {model}"
            if model in CATALOGUE
            else f"the release downloads it and must reach {HUB}"
        )
        yield f"{', '.join(named)}: {model} is not on this machine; {remedy}"
