"""What a release found, in sentences for its first screen. Every number comes from the facts."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from versebench.models.scorers.identity import SHIPPED
from versebench.release.documents.facts import ReleaseFacts, Result
from versebench.release.documents.people.facts import Row
from versebench.release.templates.order import task_names
from versebench.release.templates.papers import ACCURACIES, MODELS
from versebench.release.templates.wording import label, number, plural

_READERS = MODELS.index("Human readers")
_CHANCE = 0.5


def findings(facts: ReleaseFacts) -> list[str]:
    """The sentences: about the poems, the easiest and the hardest task, people, the models, and the checks."""
    return [*_poems(facts), *_tasks(facts), *_models(facts), *_checks(facts)]


def _poems(facts: ReleaseFacts) -> Iterator[str]:
    kept = facts.statistics.poems
    if not facts.rows_read:
        yield "No row was read."
        return
    refused = {reason: count for step in facts.funnel for reason, count in step.refused.items() if count}
    refused |= {"duplicate": facts.duplicates} if facts.duplicates else {}
    sentence = f"Of {plural(facts.rows_read, 'row')} read, {plural(kept, 'poem')} {'was' if kept == 1 else 'were'} kept"
    if refused:
        reason, count = max(refused.items(), key=lambda item: (item[1], item[0]))
        sentence += f"; the most frequent reason to refuse one was “{label(reason).lower()}” ({number(count)})"
    yield f"{sentence}."


def _tasks(facts: ReleaseFacts) -> Iterator[str]:
    """The tasks that the best model decides best and worst, with people's accuracy."""
    own = sorted((result for result in facts.results if result.own and result.pairs), key=lambda result: result.task)
    by_task = {task: list(results) for task, results in groupby(own, key=lambda result: result.task)}
    if not by_task:
        return
    names = task_names(list(by_task))
    ranked = sorted(by_task, key=lambda task: (-_best(by_task[task]).accuracy, task))
    yield f"Easiest for the models is “{names[ranked[0]]}”: {_decided(by_task[ranked[0]])}{_readers(facts, ranked[0])}."
    if len(ranked) > 1:
        yield f"Hardest is “{names[ranked[-1]]}”: {_decided(by_task[ranked[-1]])}{_readers(facts, ranked[-1])}."
    behind = _furthest_behind(facts, by_task)
    if behind is not None and behind not in (ranked[0], ranked[-1]):
        yield f"Furthest behind people is “{names[behind]}”: {_decided(by_task[behind])}{_readers(facts, behind)}."
    guessed = sum(result.low <= _CHANCE <= result.high for result in own)
    if guessed:
        yield f"{number(guessed)} of {plural(len(own), 'accuracy', 'accuracies')} cannot be told from guessing."


def _furthest_behind(facts: ReleaseFacts, by_task: Mapping[str, list[Result]]) -> str | None:
    """The task at which the best model is furthest behind people; None if people are known for no task."""
    gaps = {
        task: people[1] - _best(results).accuracy
        for task, results in by_task.items()
        if (people := _people(facts, task)) is not None
    }
    return max(gaps, key=lambda task: (gaps[task], task), default=None)


def _best(results: list[Result]) -> Result:
    return max(results, key=lambda result: (result.accuracy, result.model))


def _decided(results: list[Result]) -> str:
    """How often the models prefer the original, in whole pairs of a hundred."""
    shares = sorted(round(100 * result.accuracy) for result in results)
    if len(shares) == 1:
        return f"the model prefers the original in {shares[0]} of 100 pairs"
    if shares[0] == shares[-1]:
        return f"each model prefers the original in {shares[0]} of 100 pairs"
    return f"the models prefer the original in {shares[0]} to {shares[-1]} of 100 pairs"


def _readers(facts: ReleaseFacts, task: str) -> str:
    people = _people(facts, task)
    return "" if people is None else f"; {people[0]} in {round(100 * people[1])}"


def _people(facts: ReleaseFacts, task: str) -> tuple[str, float] | None:
    """The accuracy of the judges of the release, or else of the readers in the paper, and what they are called."""
    judged = [] if facts.people is None else [row for row in facts.people.results if _is_accuracy(row, task)]
    if facts.people is not None and judged:
        return facts.people.judges, judged[0]["value"]
    name, separator, parameters = task.partition(":")
    printed = ACCURACIES.get(f"{name.partition('.v')[0]}{separator}{parameters}", (None,) * len(MODELS))[_READERS]
    return None if printed is None else ("readers in the paper, of other pairs,", float(printed))


def _is_accuracy(row: Row, task: str) -> bool:
    return (row["task"], row["group"], row["measure"]) == (task, "all", "accuracy") and row["value"] is not None


def _models(facts: ReleaseFacts) -> Iterator[str]:
    shipped = sorted({model.name for model in facts.models if model.name in SHIPPED})
    if shipped:
        yield (
            f"{', '.join(shipped)}: models of a few megabytes that come with versebench. The papers’ GPT-2 medium has "
            "more than a hundred times as many parameters, so compare the order of the tasks, not the numbers."
        )


def _checks(facts: ReleaseFacts) -> Iterator[str]:
    if facts.checks:
        passed = sum(check.success for check in facts.checks)
        all_ = passed == len(facts.checks)
        yield f"{'All' if all_ else number(passed) + ' of'} {plural(len(facts.checks), 'check')} of the data passed."
