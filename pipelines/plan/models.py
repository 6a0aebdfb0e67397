"""The models of a recipe, and which of them are on this machine."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from versebench.models.fetched.catalogue import CATALOGUE
from versebench.models.fetched.place import is_fetched
from versebench.models.model_settings import ModelSettings
from versebench.models.scorers.identity import ModelIdentity, UnknownModelError, identify
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe, recipe_of

_WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin")


@dataclass(frozen=True)
class ModelUse:
    """A model of a recipe: its place there, and its settings."""

    place: str
    settings: ModelSettings


def model_uses(recipe: Recipe) -> Iterator[ModelUse]:
    """Every model of a recipe: scorers in order, generator, selectors, check of pairs, ghostwriters, poets."""
    for place, scorer in enumerate(recipe.models):
        yield ModelUse(f"models.{place}", scorer)
    if recipe.generator is not None:
        yield ModelUse("generator", recipe.generator)
    if recipe.selectors is not None:
        yield ModelUse("selectors.masked", recipe.selectors.masked)
        yield ModelUse("selectors.causal", recipe.selectors.causal)
    if recipe.acceptability is not None:
        yield ModelUse("acceptability.scorer", recipe.acceptability.scorer)
    if isinstance(recipe, GhostwritingRecipe):
        for place, generator in enumerate(recipe.generators):
            if isinstance(generator, ModelSettings):
                yield ModelUse(f"generators.{place}", generator)
    if isinstance(recipe, ProftapRecipe):
        for place, poet in enumerate(recipe.poets):
            if isinstance(poet, ModelSettings):
                yield ModelUse(f"poets.{place}", poet)


def lacks_revision(settings: ModelSettings) -> bool:
    """Whether a model on the hub is named without the commit that is meant."""
    if settings.revision is not None:
        return False
    try:
        return identify(settings.model, _any_commit(settings.model)).on_hub
    except UnknownModelError:
        return False


def with_commits(recipe: Recipe) -> Recipe:
    """The recipe with a made-up commit for each missing one, so that everything else can be checked.

    A model that is to be fetched by ``versebench models get`` becomes one on the hub.
    """
    values = recipe.model_dump(mode="json")
    for use in model_uses(recipe):
        commit = _any_commit(use.settings.model)
        if lacks_revision(use.settings):
            _at(values, use.place)["revision"] = commit
        elif use.settings.model in CATALOGUE and not is_fetched(use.settings.model):
            _at(values, use.place).update(model=f"to-be-fetched/{use.settings.model}", revision=commit)
    return recipe_of(values)


def _any_commit(model: str) -> str:
    return hashlib.sha1(model.encode(), usedforsecurity=False).hexdigest()


def _at(values: object, place: str) -> dict[str, object]:
    for part in place.split("."):
        values = values[int(part)] if isinstance(values, list) else values[part]  # type: ignore[index]
    assert isinstance(values, dict)
    return values


def is_here(settings: ModelSettings) -> bool:
    """Whether a model can be loaded without fetching anything."""
    if settings.model in CATALOGUE:
        return is_fetched(settings.model)
    if lacks_revision(settings):
        return False
    identity = identify(settings.model, settings.revision)
    return not identity.on_hub or _is_cached(identity)


def _is_cached(identity: ModelIdentity) -> bool:
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError:
        return False
    names = ("config.json", *_WEIGHTS)
    config, *weights = [
        isinstance(try_to_load_from_cache(identity.location, name, revision=identity.revision), str) for name in names
    ]
    return config and any(weights)
