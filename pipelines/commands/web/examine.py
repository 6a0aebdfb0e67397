"""Examine a poem: its scan, what each task makes of it, and what a model thinks of both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from versebench.models.scorers.contract import TextScore
from versebench.models.scorers.reductions import mean_lp
from versebench.pipelines.commands.scan import MOST_BYTES, Scan, scan
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.notebook.pairs import MadePair, made_pairs
from versebench.pipelines.notebook.scores import Answer, score_units
from versebench.release.documents.facts import ExamplePair
from versebench.release.documents.highlight import highlight_pair
from versebench.transforms.tasks.contract import Corruption, Task
from versebench.transforms.tasks.model_task import model_tasks
from versebench.transforms.tasks.registry import TASKS


@dataclass(frozen=True)
class Question:
    """What a reader asks: a poem, the accent in which lines rhyme, a metre or none, and a model or none."""

    poem: str = ""
    accent: str = "either"
    historical: bool = False
    metre: str = ""
    model: str = ""


@dataclass(frozen=True)
class PossiblePair:
    """A task's corruption of the poem, both sides as HTML with marked edits; or the reason why there is none.

    ``original_score`` and ``corrupted_score`` are what the task compares: sums or means of log-probabilities in nats,
    or None without a score.
    """

    task: str
    title: str
    reduction: str
    original: str = ""
    corrupted: str = ""
    reason: str = ""
    original_score: float | None = None
    corrupted_score: float | None = None


@dataclass(frozen=True)
class Examined:
    """All that is found in a poem. ``unscored`` says why the model has no score for it."""

    scan: Scan
    pairs: list[PossiblePair]
    log_probability: float | None = None
    tokens: int = 0
    unscored: str = ""


def examine(question: Question) -> Examined:
    """Examine a poem with the code of ``versebench scan``, and that of pairs and scores in a release.

    Raises :class:`versebench.pipelines.errors.UserError` with a message if the text is no English verse, or too long.
    """
    if len(question.poem.encode("utf-8", "replace")) > MOST_BYTES:
        raise RecipeError(f"The text is larger than {MOST_BYTES:,} bytes; give a part of it")
    if not question.poem.strip():
        raise RecipeError("There is no text; paste a poem with at least one line")
    text = question.poem.replace("\0", "")
    scanned = scan(text, question.accent, historical=question.historical, metre=question.metre or None)
    made = list(made_pairs([text], _tasks(), "verse", 0))
    if not question.model:
        return Examined(scanned, [_pair(pair) for pair in made])
    poem = made[0].poem.text
    corrupted = [pair.edit.text for pair in made if isinstance(pair.edit, Corruption)]
    [[of_poem, *of_corrupted]] = score_units([[poem, *corrupted]], question.model, {})
    pairs = list(_scored(made, of_poem, of_corrupted))
    if isinstance(of_poem, TextScore):
        return Examined(scanned, pairs, of_poem.log_probability, len(of_poem.token_log_probabilities))
    return Examined(scanned, pairs, unscored=of_poem.detail)


def _tasks() -> list[Task]:
    """The tasks that need no candidates of other models, with the parameters of their examples."""
    tasks = [type_.model_validate(type_.example) for type_ in TASKS.values()]
    return [task for task in tasks if not model_tasks([task])]


def _scored(made: Sequence[MadePair], of_poem: Answer, of_corrupted: Sequence[Answer]) -> Iterator[PossiblePair]:
    answers = iter(of_corrupted)
    for pair in made:
        if isinstance(pair.edit, Corruption):
            reduction = pair.task.reduction
            yield _pair(pair, _reduced(of_poem, reduction), _reduced(next(answers), reduction))
        else:
            yield _pair(pair)


def _reduced(answer: Answer, reduction: str) -> float | None:
    if not isinstance(answer, TextScore):
        return None
    if reduction == "sum":
        return answer.log_probability
    return mean_lp(answer.log_probability, len(answer.token_log_probabilities))


def _pair(made: MadePair, original: float | None = None, corrupted: float | None = None) -> PossiblePair:
    task, poem, edit = made
    if not isinstance(edit, Corruption):
        return PossiblePair(task.label, task.title, task.reduction, reason=edit.reason.replace("_", " "))
    example = ExamplePair(
        task.label, poem.work_id, None, poem.text, edit.text, edit.original_spans, edit.corrupted_spans
    )
    shown, changed = highlight_pair(example)
    return PossiblePair(
        task.label,
        task.title,
        task.reduction,
        Markup(shown),
        Markup(changed),
        original_score=original,
        corrupted_score=corrupted,
    )
