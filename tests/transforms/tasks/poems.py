"""Annotated poems: from texts written by hand, and generated ones."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, line_ranges
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.model_task import model_tasks
from versebench.transforms.tasks.registry import TASKS
from versebench.transforms.text.draws import Draws
from versebench.transforms.text.words import tokens

CENTIPEDE = """Low to the ground as it goes,
The centipede uses its nose
To find insects to eat,
While an army of feet
Moves what looks like a flexible hose."""
"""The example of JCLS 2022, 3.4."""


def annotated(
    text: str, tags: str | Sequence[str] = "NOUN", scheme: str = "AABBA", work: str = "0" * 20
) -> AnnotatedPoem:
    """A poem whose words have the tags given in order, or one tag for all."""
    lines = line_ranges(text)
    found = [(number, start, token) for number, (start, end) in enumerate(lines) for token in tokens(text[start:end])]
    upos = [tags] * len(found) if isinstance(tags, str) else list(tags)
    assert len(upos) == len(found)
    return AnnotatedPoem(
        work_id=work,
        text=text,
        scheme=scheme,
        lines=lines,
        token_line=[line for line, _, _ in found],
        token_start=[start + token.token_start for _, start, token in found],
        word_start=[start + token.word_start for _, start, token in found],
        word_end=[start + token.word_end for _, start, token in found],
        token_end=[start + token.token_end for _, start, token in found],
        upos=upos,
        in_thesaurus=[True] * len(lines),
    )


def every_task() -> list[Task]:
    """Every registered task; one with a number among the parameters of its example, with that number and two more."""
    return [
        kind.model_validate(
            {name: value + more if isinstance(value, int) else value for name, value in kind.example.items()}
        )
        for kind in TASKS.values()
        for more in (range(3) if any(isinstance(value, int) for value in kind.example.values()) else (0,))
    ]


def corrupt(task: Task, poem: AnnotatedPoem, seed: int = 0) -> Corruption | NotApplicable:
    """What a task makes of a poem; one that chooses among offers has some."""
    if not poem.offers:
        offered = {one.offered_as: offers(poem, one.candidates) for one in model_tasks([task])}
        poem = replace(poem, offers=offered)
    return task.corrupt(poem, Draws(seed, task.label, poem.work_id, 0))


def made(task: Task, poem: AnnotatedPoem, seed: int) -> Corruption:
    """The pair that a task makes of a generated poem; an example to which the task cannot be applied is skipped."""
    result = corrupt(task, poem, seed)
    assume(isinstance(result, Corruption))
    assert isinstance(result, Corruption)
    return result


def offers(poem: AnnotatedPoem, candidates: str) -> Offers:
    """By hand what models could offer: last lines, of which one is the poem's own; synonyms of every end word."""
    if candidates == "completions":
        start, end = poem.lines[-1]
        lines = ("and the rest of it nobody knows.", poem.text[start:end], "“Is it true?” said a thorn to a rose!")
        return Offers(tuple(Offered(start, end, line, ("old", "new"), (rank,)) for rank, line in enumerate(lines, 1)))
    found = []
    for word in filter(None, poem.end_words):
        own = poem.text[word.start : word.end]
        for rank, synonym in enumerate(("ersatz", "makeshift"), 1):
            found.append(Offered(word.start, word.end, synonym, (own, synonym), (rank, rank)))
    return Offers(tuple(found))


def every_corruption(task: Task, poem: AnnotatedPoem, seeds: int = 200) -> set[str]:
    """The texts that many seeds give."""
    made = [corrupt(task, poem, seed) for seed in range(seeds)]
    return {each.text for each in made if isinstance(each, Corruption)}


def words_of(poem: AnnotatedPoem) -> list[str]:
    """The word of each token."""
    return [poem.text[start:end] for start, end in zip(poem.word_start, poem.word_end, strict=True)]


def last_tokens(poem: AnnotatedPoem) -> set[int]:
    """The last token of each line that has one."""
    return set(dict(zip(poem.token_line, range(len(poem.token_line)), strict=True)).values())


_WORDS = """a I I'm it the The cat Cat CAT dog hill still Still day spray Kent rent O'Brien McCoy walkin'
'tis 'em th' dogs' well-bred art—still wait...then 2nd 42 naïve Éclair ſtill ıt straße हिन्दी 春眠 don’t iPhone TV
a.m.""".split()
_OPENING = ["", "", "", "", "", '"', "“", "(", "'", "‘", '("', "—", "_", "…"]
_CLOSING = ["", "", "", "", "", ",", ".", ";", "!", "?", '"', ',"', '."', "”", ")", "),", "—", "…", "'", "’", ":", "🎂"]
_ALONE = ["—", "…", "🎂", "-", "&", '"', "'"]
_TOKENS = [opening + word + closing for opening in _OPENING for word in _WORDS for closing in _CLOSING]
_LINE = st.lists(st.sampled_from(_TOKENS + _ALONE * 300), min_size=1, max_size=6).map(" ".join)
_TEXT = st.tuples(_LINE, _LINE, _LINE, _LINE, _LINE).map("\n".join)
_TAGS = ("NOUN", "VERB", "PROPN", "PRON")


@st.composite
def generated_poems(draw: st.DrawFn) -> AnnotatedPoem:
    """Five lines of words with marks, and any tags; in form, spaces and composition as normalised text is."""
    text, kinds, start = draw(_TEXT), draw(st.integers(1, 4)), draw(st.integers(0, 3))
    words = words_of(annotated(text))
    tags = [_TAGS[(start + len(word) % kinds) % 4] for word in words]
    return annotated(text, tags, work=draw(st.sampled_from(["0" * 20, "f" * 20, "0123456789abcdef0123"])))


def rebuilt(text: str, spans: Sequence[tuple[int, int]], other: str, other_spans: Sequence[tuple[int, int]]) -> str:
    """The text with its spans filled with those of the other text."""
    parts, place = [], 0
    for (start, end), (other_start, other_end) in zip(spans, other_spans, strict=True):
        parts += [text[place:start], other[other_start:other_end]]
        place = end
    return "".join([*parts, text[place:]])
