"""Check that Dataflow's workers can reach what a recipe names: they share no disk with the machine that starts them."""

import os
from collections.abc import Iterator, Sequence

from apache_beam.options.pipeline_options import PipelineOptions

from versebench.models.ghostwriters.causal import CausalSettings
from versebench.models.model_settings import ModelSettings
from versebench.models.poets.causal_settings import CausalPoetModel
from versebench.models.poets.poems_file import PoemsFile
from versebench.models.scorers.identity import UnknownModelError, identify
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.xlnet.settings import Xlnet
from versebench.models.tagger.spacy_tagger import SHIPPED as TAGGERS
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.previous import named_folder
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.dataflow.options import RUNBOOK, is_dataflow
from versebench.storage import filesystem

IMAGE_MODELS = "VERSEBENCH_IMAGE_MODELS"
"""Variable of the worker image: the folder of your own models, at the same path for the driver and the workers."""


def check_dataflow(recipe: Recipe, root: str, arguments: Sequence[str]) -> None:
    """Raise :class:`RecipeError` for the first thing that a recipe names and no worker of Dataflow can reach."""
    if not is_dataflow(PipelineOptions(list(arguments), save_main_session=False)):
        return
    sources = {f"source {source.name!r}": source.path for source in recipe.sources}
    exports = {f"study {export.name!r}": export.path for export in recipe.studies}
    for what, path in {"--root": root, "previous": named_folder(recipe), **sources, **exports}.items():
        if path is not None and filesystem.is_local(path):
            raise RecipeError(f"{what}: Dataflow's workers cannot read {path}; put it on gs://")
    for what, path in _files(recipe):
        if not _in_image(path):
            raise RecipeError(
                f"{what}: Dataflow's workers do not have {path}; name a shipped model or an id on the hub, or copy it "
                f"into the image under ${IMAGE_MODELS} and name that path; {RUNBOOK}"
            )


def _files(recipe: Recipe) -> Iterator[tuple[str, str]]:
    """The paths on the driver's disk that a recipe names, each after its key."""
    named: list[tuple[str, ModelSettings | None]] = [(f"models.{n}", model) for n, model in enumerate(recipe.models)]
    named.append(("generator", recipe.generator))
    if recipe.selectors is not None:
        named += [("selectors.masked", recipe.selectors.masked), ("selectors.causal", recipe.selectors.causal)]
    if isinstance(recipe, GhostwritingRecipe):
        for place, writer in enumerate(recipe.generators):
            if isinstance(writer, CausalSettings):
                named.append((f"generators.{place}", writer))
                for artist, folder in writer.adapters.items():
                    yield f"generators.{place}.adapters.{artist}", folder
    if isinstance(recipe, ProftapRecipe):
        for place, poet in enumerate(recipe.poets):
            if isinstance(poet, PoemsFile):
                yield f"poets.{place}.path", poet.path
            elif isinstance(poet, CausalPoetModel):
                named.append((f"poets.{place}", poet))
                if poet.adapter is not None:
                    yield f"poets.{place}.adapter", poet.adapter
    for key, model in named:
        if model is not None:
            yield from _files_of(key, model)
    if recipe.generator is not None and recipe.generator.training_lines not in (None, "own"):
        yield "generator.training_lines", str(recipe.generator.training_lines)
    if recipe.tagger not in TAGGERS and os.path.isdir(recipe.tagger):
        yield "tagger", recipe.tagger


def _files_of(key: str, model: ModelSettings) -> Iterator[tuple[str, str]]:
    try:
        identity = identify(model.model, model.revision)
    except UnknownModelError as error:
        raise RecipeError(f"{key}: {error}") from None
    if not (identity.is_shipped or identity.on_hub):
        yield f"{key}.model", model.model
    if isinstance(model, ScorerSettings) and model.unigrams not in (None, "own"):
        yield f"{key}.unigrams", str(model.unigrams)
    if isinstance(model, Xlnet) and model.padding not in ("none", "own"):
        yield f"{key}.padding", model.padding


def _in_image(path: str) -> bool:
    folder = os.environ.get(IMAGE_MODELS)
    return folder is not None and os.path.isabs(path) and os.path.commonpath([folder, path]) == folder.rstrip("/")
