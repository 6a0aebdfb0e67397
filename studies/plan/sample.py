"""Sample pairs for the parts of a study: by hash, equally per task, and one of each poem while there are enough."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from versebench.studies.errors import SpecError
from versebench.studies.order import number_of
from versebench.studies.spec import ProtocolPart, Spec

PairKey = tuple[str, str, str]
"""Task, id and poem of a pair."""

Margins = Mapping[tuple[str, str], float]
"""The margin of a model by task and id of the pair."""

MAIN, PRACTICE, GOLD = "main", "practice", "gold"

_BOTH_TEXTS = 2
_THIRDS = 3


@dataclass(frozen=True)
class Sampled:
    """A pair that was sampled for a part of the study, and what for."""

    protocol: str
    task: str
    pair_id: str
    purpose: str


def sample_pairs(spec: Spec, pairs: Iterable[PairKey], margins: Margins | None = None) -> list[Sampled]:
    """The pairs of every part that is about pairs. Raises :class:`SpecError` if a task has too few.

    With margins, they are taken in turn from the thirds of least, middle and largest margin of each task.
    """
    ranked = _ranked(spec, pairs)
    strata = {task: [found] if margins is None else _thirds(task, found, margins) for task, found in ranked.items()}
    used: set[str] = set()
    sampled = []
    for part in spec.protocols:
        if part.tasks:
            wanted = [MAIN] * pairs_per_task(part)
            sampled += _sample(part, wanted, part.tasks, strata, used)
    for part in spec.protocols:
        if part.tasks:
            extra = [PRACTICE] * spec.practice + [GOLD] * gold_of_judge(spec)
            turns = [part.tasks[number % len(part.tasks)] for number in range(len(extra))]
            for purpose, task in zip(extra, turns, strict=True):
                sampled += _sample(part, [purpose], [task], strata, used)
    return sampled


def pairs_per_task(part: ProtocolPart) -> int:
    """The pairs that each task of a part gives. Raises :class:`SpecError` if the items do not divide equally."""
    items_of_pair = _BOTH_TEXTS if part.protocol == "altered_or_not.v1" else 1
    pairs, rest = divmod(part.items, len(part.tasks) * items_of_pair)
    if rest:
        unit = len(part.tasks) * items_of_pair
        raise SpecError(
            f"protocols: {part.items} items of {part.protocol} do not divide equally: {len(part.tasks)} tasks, "
            f"{items_of_pair} items of a pair; take a multiple of {unit}, such as {part.items + unit - rest}"
        )
    return pairs


def gold_of_judge(spec: Spec) -> int:
    """How many items that check attention each judge gets."""
    return spec.judges.items // spec.gold.one_in if spec.gold is not None else 0


def _ranked(spec: Spec, pairs: Iterable[PairKey]) -> dict[str, list[PairKey]]:
    tasks: dict[str, list[PairKey]] = {task: [] for part in spec.protocols for task in part.tasks}
    present = set()
    for pair in pairs:
        present.add(pair[0])
        if pair[0] in tasks:
            tasks[pair[0]].append(pair)
    for task, found in tasks.items():
        if not found:
            raise SpecError(f"protocols: the release has no pairs of {task!r}; its tasks are: {_listed(present)}")
        found.sort(key=lambda pair: (number_of(spec.seed, pair[0], pair[1]), pair[1]))
    return tasks


def _thirds(task: str, found: Sequence[PairKey], margins: Margins) -> list[list[PairKey]]:
    """The pairs of a task in thirds by their margins, each in the order of their ranks; ties by the id of the pair."""
    known = [pair for pair in found if pair[:2] in margins]
    if len(known) < _THIRDS:
        raise SpecError(
            f"stratify: the model decided on {len(known)} pairs of {task!r}; name a model that was scored on it"
        )
    by_margin = sorted(known, key=lambda pair: (margins[pair[:2]], pair[1]))
    third = {pair: _THIRDS * place // len(known) for place, pair in enumerate(by_margin)}
    return [[pair for pair in known if third[pair] == number] for number in range(_THIRDS)]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _sample(
    part: ProtocolPart,
    purposes: Sequence[str],
    tasks: Sequence[str],
    strata: Mapping[str, Sequence[list[PairKey]]],
    used: set[str],
) -> list[Sampled]:
    """Take pairs of every task, and of each of its strata, in turn; a pair that is taken leaves the ranks."""
    sampled = []
    for number, purpose in enumerate(purposes):
        for task in tasks:
            left = strata[task][number % len(strata[task])]
            if not left:
                raise SpecError(
                    f"protocols: the release has too few pairs of {task!r} for {part.protocol}, its practice and its "
                    "gold items; ask for fewer items"
                )
            place = next((place for place, pair in enumerate(left) if pair[2] not in used), 0)
            taken = left.pop(place)
            used.add(taken[2])
            sampled.append(Sampled(part.protocol, task, taken[1], purpose))
    return sampled
