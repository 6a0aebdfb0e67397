"""The plan of a release: what would be done, to how many rows, at about what cost; from a recipe and a measurement."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.plan.models import Measurable
from versebench.pipelines.plan.pace import Measured, Pace
from versebench.pipelines.plan.rows import Rows, expected_rows
from versebench.pipelines.plan.runs import COMMITTED, RunStates
from versebench.pipelines.plan.sources import Corpus
from versebench.pipelines.plan.work import candidates_of, hypotheses_of, score_of, split_of
from versebench.pipelines.recipe.recipe import Recipe
from versebench.transforms.tasks.model_task import ModelTask


@dataclass(frozen=True)
class Step:
    """One piece of work. ``seconds`` is None where its cost is not known; ``basis`` says what the cost rests on."""

    stage: str
    does: str
    models: tuple[str, ...]
    state: str
    """What there is of it under the root."""
    units: int
    unit: str
    seconds: float | None
    basis: str


@dataclass(frozen=True)
class Plan:
    """What a release of a recipe would take."""

    name: str
    version: str
    steps: tuple[Step, ...]
    rows: Rows
    to_do: tuple[str, ...]
    """What a person must do before the release can be made."""
    doubts: tuple[str, ...]
    """How far the figures can be trusted."""

    @property
    def seconds(self) -> float:
        """What is to be made costs so much by one worker, as far as it is known."""
        return sum(step.seconds or 0.0 for step in self.steps if step.state != COMMITTED)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Stages that are to be made and whose cost is not known."""
        return tuple(step.stage for step in self.steps if step.seconds is None and step.state != COMMITTED)


def plan(
    recipe: Recipe,
    corpus: Corpus,
    measured: Measured,
    models: Mapping[str, Measurable],
    states: RunStates,
    to_do: Iterable[str],
) -> Plan:
    """The plan of a recipe; ``models`` are by their place in it."""
    rows = expected_rows(recipe, corpus.poems, corpus.counted, measured)
    steps = tuple(_cost(work, measured, models, states) for work in _work(recipe, rows))
    said = (*to_do, *_too_few(rows))
    return Plan(recipe.name, recipe.version, steps, rows, said, tuple(_doubts(recipe, corpus, measured, models)))


@dataclass(frozen=True)
class _Work:
    """A piece of work before it is priced; ``places`` are those of its models."""

    name: str
    does: str
    units: int
    unit: str
    places: tuple[str, ...] = ()


def _work(recipe: Recipe, rows: Rows) -> Iterator[_Work]:
    """All pieces of work of a recipe in their order."""
    sources = ", ".join(f"{source.name} ({source.format})" for source in recipe.sources)
    filters = ", ".join(filter_.filter for filter_ in recipe.clean.applied)
    yield _Work("ingest", f"reads {sources}, drops duplicates", rows.poems, "poems")
    yield _Work("words", "lists the distinct words", rows.poems, "poems")
    yield _Work("lexicon", f"hears each word: {recipe.ear.pronunciations}", rows.poems, "poems")
    yield _Work("clean", f"keeps by {filters}", rows.poems, "poems")
    for stage in split_of(recipe):
        yield _Work(stage, "finds near-duplicates, draws the split", rows.kept, "kept poems")
    yield _Work("annotate", f"words, sounds, {recipe.tagger}, {recipe.thesaurus}", rows.kept, "kept poems")
    yield from _of_model_tasks(recipe, rows)
    yield _Work("corrupt", f"makes the pairs of {len(recipe.tasks)} tasks", rows.kept, "kept poems")
    for place, scorer in enumerate(recipe.models):
        yield _Work(score_of(place), _scoring(scorer), rows.texts, "texts", (f"models.{place}",))
    if sum(len(scorer.conventions) for scorer in recipe.models) > 1:
        yield _Work("compare", "holds every two scorers against each other", rows.pairs, "pairs")
    yield _Work("assemble", "brings the tables together", rows.pairs, "pairs")
    yield _Work("validate", "checks every table; packaging takes some seconds more", rows.pairs, "pairs")


def _of_model_tasks(recipe: Recipe, rows: Rows) -> Iterator[_Work]:
    for place, (task, counted) in enumerate(zip(recipe.tasks, rows.tasks, strict=True)):
        if not isinstance(task, ModelTask):
            continue
        units = counted.tried * hypotheses_of(task)
        if task.candidates == "completions":
            searches = "a search" if counted.runs == 1 else f"{counted.runs:,} searches"
            does = (
                f"{task.task}: {counted.tried:,} poems, {searches} of {hypotheses_of(task) // counted.runs} beams each"
            )
            yield _Work(candidates_of(place), does, units, "hypotheses", ("generator",))
        else:
            does = f"{task.task}: {counted.tried:,} poems"
            yield _Work(candidates_of(place), does, units, "poems tried", ("selectors.masked", "selectors.causal"))


def _scoring(scorer: ScorerSettings) -> str:
    return f"{scorer.family}, {scorer.precision}: {', '.join(scorer.conventions)}"


def _cost(work: _Work, measured: Measured, models: Mapping[str, Measurable], states: RunStates) -> Step:
    used = [models[place] for place in work.places]
    pace = measured.paces.get(work.name)
    seconds, basis = _seconds(pace, work.units, used)
    names = tuple(dict.fromkeys(model.name for model in used))
    return Step(work.name, work.does, names, states.of(work.name), work.units, work.unit, seconds, basis)


def _seconds(pace: Pace | None, units: int, models: list[Measurable]) -> tuple[float | None, str]:
    """What some units cost; of a model that is not here what its stand-in costs, by the ratio of their parameters."""
    if pace is None:
        return None, "not known: nothing was measured"
    ratios = [model.ratio for model in models]
    if unknown := next((model.name for model in models if model.ratio is None), None):
        return None, f"not known: {unknown} is not here, nor is the number of its parameters known"
    ratio = sum(one for one in ratios if one is not None) / len(ratios) if ratios else 1.0
    stand_ins = list(dict.fromkeys(model.measured for model in models if model.stands_in))
    basis = f"scaled: {' and '.join(stand_ins)} times {ratio:,.0f}" if stand_ins else "measured"
    return Pace(pace.start_s, pace.unit_s * ratio).seconds(units), basis


def _too_few(rows: Rows) -> Iterator[str]:
    for task in rows.tasks:
        if not task.tried and task.asked != "all" and task.expected < task.asked:
            yield (
                f"{task.task}: {task.asked:,} pairs are asked for, and the sample promises about {task.expected:,}; "
                "ask for fewer or for pairs: all, unless the whole corpus gives more"
            )


def _doubts(recipe: Recipe, corpus: Corpus, measured: Measured, models: Mapping[str, Measurable]) -> Iterator[str]:
    if not measured.paces:
        yield "Nothing could be measured: the costs are not known, and the rows are the most that there can be."
        return
    yield (
        f"Measured in {measured.seconds:.0f} s on {measured.poems} poems ({corpus.sample_of}), of which "
        f"{measured.kept} were kept, by one process of this machine and {measured.clock}; counted up in a straight "
        "line. Expect to be wrong by half, and by more where a stage costs little. The lexicon costs less, as words "
        "repeat."
    )
    if models:
        yield (
            "What models cost rests on few poems, and on what other processes did meanwhile: it can be wrong several "
            "times over."
        )
    if any(isinstance(task, ModelTask) for task in recipe.tasks):
        yield (
            f"Tasks that need a model were tried on {max(found.tried for found in measured.tasks)} poems: what they "
            "can make is no more than a guess, and the release is refused where it is fewer than asked for."
        )
    if any(model.stands_in for model in models.values()):
        yield (
            "Where the basis is scaled, a small shipped model was measured in place of one that is not here, and its "
            "cost multiplied by the ratio of their parameters. That can be wrong ten times over in either direction: "
            "use it to compare steps, and measure the model itself before money is spent. An accelerator changes "
            "everything."
        )
    if recipe.thesaurus != "wordnet":
        yield f"Annotation was measured with WordNet; what {recipe.thesaurus} takes to answer comes on top."
