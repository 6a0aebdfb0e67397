"""Options and arguments that several commands share, each declared once."""

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Concatenate, Literal, ParamSpec, TypeVar

import typer

if TYPE_CHECKING:
    from versebench.pipelines.chain.chain import Chain
    from versebench.pipelines.recipe.recipe import Recipe
    from versebench.pipelines.runners.runner import Runner

Root = Annotated[str, typer.Option("--root", help="Folder or bucket for all runs and releases.")]
Override = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key of the recipe; repeatable.")
]


def workers_of(value: str | int) -> "int | Literal['auto']":
    """The value of ``--workers``. Raises ``typer.BadParameter`` unless it is ``auto`` or a number from 1."""
    if value == "auto":
        return "auto"
    if not str(value).isascii() or not str(value).isdigit() or not int(value):
        raise typer.BadParameter(f"{value!r} is neither `auto` nor a number from 1")
    return int(value)


Workers = Annotated[
    "int | Literal['auto']",
    typer.Option(
        "--workers",
        metavar="auto|N",
        parser=workers_of,
        help="Local processes: auto takes as many as cores, memory and shards allow.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON on standard output.")]
Directory = Annotated[str, typer.Argument(metavar="DIR", help="A release, or a committed run of a stage.")]
Revision = Annotated[str | None, typer.Option("--revision", help="Commit of a model on the hub.")]
Sandbox = Annotated[bool, typer.Option("--sandbox", help="Use Zenodo's sandbox, for tests.")]
Site = Annotated[
    str | None,
    typer.Option("--site", metavar="URL", envvar="VERSEBENCH_ZENODO_URL", help="An Invenio site other than Zenodo."),
]
BeamOptions = Annotated[
    list[str] | None, typer.Argument(metavar="[-- BEAM_OPTIONS]...", help="Options of Apache Beam, after --.")
]
RecipeFile = Annotated[str, typer.Argument(metavar="RECIPE", help="YAML file that describes the release.")]


def one_of(option: str, choices: Sequence[str]) -> Callable[[str | None], str | None]:
    """A callback that refuses a value that is not among the choices, and names them."""

    def check(value: str | None) -> str | None:
        if value is not None and value not in choices:
            named = [repr(choice) for choice in choices]
            wanted = f"{', '.join(named[:-1])} or {named[-1]}"
            raise typer.BadParameter(f"{value!r}. Choose {wanted}.", param_hint=option)
        return value

    return check


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Options of every command that runs stages."""

    beam: BeamOptions = None
    root: Root = "build"
    workers: Workers = "auto"
    as_json: Json = False

    def runner(self) -> "Runner":
        """The runner that the options describe. Raises :class:`RecipeError` for an unknown option of Beam."""
        from versebench.pipelines.runners.log import current_log
        from versebench.pipelines.runners.runner import Runner

        if self.beam:
            from versebench.pipelines.runners.beam_options import check_beam_options  # imports Beam

            check_beam_options(self.beam)
        return Runner(workers=self.workers, beam_args=tuple(self.beam or ()), log=current_log())


@dataclass(frozen=True, kw_only=True)
class RecipeOptions(RunOptions):
    """Options of every command that runs stages of a recipe."""

    recipe: RecipeFile
    overrides: Override = None

    def load(self) -> "Recipe":
        """The recipe with its overrides."""
        from versebench.pipelines.recipe.recipe import load_recipe

        return load_recipe(self.recipe, self.overrides or [])

    def chain(self) -> "Chain":
        """The chain of the recipe; the root is locked until the process ends."""
        from versebench.pipelines.chain.chain import Chain
        from versebench.pipelines.lifecycle.recorded_inputs import keep_version_if_unchanged
        from versebench.pipelines.stages.ingest import source_files

        runner = self.runner()
        chain = Chain(self.load(), self.root, runner)
        source_files(chain.recipe)  # Fails before the root is made if a path is wrong.
        lock_root(self.root)
        keep_version_if_unchanged(chain)
        return chain


Shared = TypeVar("Shared", bound=RunOptions)
Own = ParamSpec("Own")


def with_options(
    shared: type[Shared],
) -> Callable[[Callable[Concatenate[Shared, Own], None]], Callable[..., None]]:
    """Add shared options to a command. Its first parameter receives them; the others are its own options."""

    def declare(command: Callable[Concatenate[Shared, Own], None]) -> Callable[..., None]:
        names = {field.name for field in fields(shared)}

        def run(**values: object) -> None:
            mine = {name: value for name, value in values.items() if name not in names}
            options = shared(**{name: value for name, value in values.items() if name in names})  # type: ignore[arg-type]
            command(options, **mine)  # type: ignore[arg-type,call-arg]

        own = list(inspect.signature(command).parameters.values())[1:]
        declared = [*inspect.signature(shared).parameters.values(), *own]
        declared = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in declared]
        declared.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in declared}
        run.__signature__ = inspect.Signature(declared)  # type: ignore[attr-defined]
        return run

    return declare


def lock_root(root: str) -> None:
    """Wait until no other run uses the root, and lock it until the process ends."""
    from versebench.pipelines.runners.console import print_line
    from versebench.pipelines.runners.log import log_event
    from versebench.storage import root_lock

    def waiting(process: int | None) -> None:
        holder = "" if process is None else f" (process {process})"
        if not log_event("waiting", root=root, process=process):
            print_line(f"waiting for another run on {root}{holder}")

    root_lock.lock_root(root, waiting)


def print_json(value: object) -> None:
    """Print a result for machines, on standard output."""
    import json

    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
