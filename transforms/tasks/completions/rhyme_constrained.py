"""Lines that are searched for among those that end on a rhyming word and have the metre's length: one run a poem."""

from collections.abc import Sequence

from versebench.transforms.tasks.complete_line import rhyming_lines
from versebench.transforms.tasks.complete_line_rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.tasks.completions.keep import ONE_PER_END_WORD
from versebench.transforms.tasks.completions.method import Asked, Asking, Method, Searched
from versebench.transforms.tasks.completions.metre import metre
from versebench.transforms.tasks.completions.rhyming_words import rhyming_words


def _search(task: CompleteLineRhymeConstrained, asked: Sequence[Asked], asking: Asking) -> list[Searched | str]:
    """Nothing is searched where there is ``no_rhyming_word``."""
    lines = [[one.poem.line_text(line) for line in rhyming_lines(one.poem)] for one in asked]
    endings = [rhyming_words(mine, asking.hearing, repeated_end_word=task.repeated_end_word) for mine in lines]
    able = [place for place, words in enumerate(endings) if words]
    found = asking.generator.rhyme_constrained(
        [asked[place].prompt for place in able],
        [endings[place] for place in able],
        [metre(lines[place], asking.hearing, task.syllables_apart) for place in able],
        beams=task.beams,
    )
    searched: dict[int, Searched] = {place: [mine] for place, mine in zip(able, found, strict=True)}
    return [searched.get(place, "no_rhyming_word") for place in range(len(asked))]


RHYME_CONSTRAINED = Method(_search, ONE_PER_END_WORD, lambda task: task.beams)
