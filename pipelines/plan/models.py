"""The models of a recipe as a plan sees them: which are here, what is measured in place of one that is not."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path

from versebench.models.model_settings import CandidateModelSettings, ModelSettings
from versebench.models.scorers.identity import ModelIdentity, UnknownModelError, identify
from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.recipe.recipe import Recipe, recipe_of

PARAMETERS = {
    "gpt2": 124_000_000,
    "gpt2-medium": 355_000_000,
    "bert-large-cased": 335_000_000,
    "bert-large-uncased": 335_000_000,
    "transfo-xl-wt103": 285_000_000,
    "xlnet-large-cased": 340_000_000,
}
"""Parameters of the models of the papers, as their pages on the hub and these papers round them: Radford et al. 2019
(with the correction in their repository), Devlin et al. 2019, Dai et al. 2019, Yang et al. 2019."""

STAND_INS = {
    "causal": "gpt2-verse",
    "masked": "bert-verse",
    "xlnet": "xlnet-verse",
    "transformer-xl": "transformer-xl-verse",
    "generator": "gpt2-writer",
}
"""The shipped model that is measured in place of one that is not here, by its family or its part."""

_WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin")


@dataclass(frozen=True)
class ModelUse:
    """A model of a recipe: its place there, its kind (a key of :data:`STAND_INS`), and what the recipe says of it."""

    place: str
    kind: str
    settings: ScorerSettings | CandidateModelSettings


@dataclass(frozen=True)
class Measurable:
    """A model and the one that is measured for it: itself where it is here, else the shipped one of its kind.

    ``ratio`` is by how many times more parameters the model has; None where the number is not known.
    """

    name: str
    measured: str
    ratio: float | None

    @property
    def stands_in(self) -> bool:
        """Whether another model is measured."""
        return self.name != self.measured


def model_uses(recipe: Recipe) -> Iterator[ModelUse]:
    """Every model of a recipe: the scorers in their order, the generator, the selectors."""
    for place, scorer in enumerate(recipe.models):
        yield ModelUse(f"models.{place}", scorer.family, scorer)
    if recipe.generator is not None:
        yield ModelUse("generator", "generator", recipe.generator)
    if recipe.selectors is not None:
        yield ModelUse("selectors.masked", "masked", recipe.selectors.masked)
        yield ModelUse("selectors.causal", "causal", recipe.selectors.causal)


def lacks_revision(settings: ModelSettings) -> bool:
    """Whether all that is missing to know a model is its commit on the hub."""
    if settings.revision is not None:
        return False
    try:
        return identify(settings.model, _any_commit(settings.model)).on_hub
    except UnknownModelError:
        return False


def with_commits(recipe: Recipe) -> Recipe:
    """The recipe with a made-up commit where one is missing, so that all else can be checked as a release does."""
    values = recipe.model_dump(mode="json")
    for use in model_uses(recipe):
        if lacks_revision(use.settings):
            _at(values, use.place)["revision"] = _any_commit(use.settings.model)
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
    found = [try_to_load_from_cache(identity.location, name, revision=identity.revision) for name in names]
    config, *weights = [isinstance(path, str) for path in found]
    return config and any(weights)


def measurable(use: ModelUse) -> Measurable:
    """What is measured for a model."""
    name = use.settings.model
    if is_here(use.settings):
        return Measurable(name, name, 1.0)
    stand_in = STAND_INS[use.kind]
    known = PARAMETERS.get(name.rsplit("/", 1)[-1])
    return Measurable(name, stand_in, None if known is None else known / shipped_parameters(stand_in))


def shipped_parameters(name: str) -> int:
    """How many parameters a shipped model has, from the head of its weights."""
    path = Path(identify(name, None).location) / "model.safetensors"
    with path.open("rb") as file:
        head = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    return sum(prod(tensor["shape"]) for key, tensor in head.items() if key != "__metadata__")
