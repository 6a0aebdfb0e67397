"""Two lines of one rhyme group trade places."""

import re
from typing import ClassVar, Literal

from transforms.corruptions.contract import Corruption, NotApplicable, Task
from transforms.corruptions.poem import AnnotatedPoem
from transforms.corruptions.splice import splice
from transforms.draws import Draws
from transforms.words import starts_quotation

_FINAL = re.compile(r"[.!?…—][\"'”’»)\]}]*$")
_MARKS = re.compile(r"[\W_]+")


class SwapLines(Task):
    """Two lines of one rhyme group trade places, marks and capitals included."""

    source: ClassVar[str] = "RANLP 2021, 4.2"
    task: Literal["swap_lines.v1"] = "swap_lines.v1"

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Not applicable: ``equal_lines``, ``starts_quotation``, ``ends_on_nonfinal_mark``; the last check reached."""
        last = len(poem.lines) - 1
        texts = [poem.line_text(line) for line in range(last + 1)]
        pairs = [
            (one, other)
            for one in range(last + 1)
            for other in range(one + 1, last + 1)
            if poem.scheme[one] == poem.scheme[other]
        ]
        bare = [_bare(text) for text in texts]
        quoted = [starts_quotation(text) for text in texts]
        different = [(one, other) for one, other in pairs if bare[one] != bare[other]]
        unquoted = [(one, other) for one, other in different if not quoted[one] and not quoted[other]]
        admissible = [pair for pair in unquoted if pair[1] != last or ends_finally(texts[pair[0]])]
        if not admissible:
            return NotApplicable(
                "ends_on_nonfinal_mark" if unquoted else "starts_quotation" if different else "equal_lines"
            )
        one, other = draws.choice(admissible)
        ends = [poem.end_word(line) for line in (one, other)]
        return splice(
            poem.text,
            [(*poem.lines[one], texts[other]), (*poem.lines[other], texts[one])],
            [poem.text[end.start : end.end] for end in ends if end],
        )


def ends_finally(line: str) -> bool:
    """Whether a line ends on . ! ? … or —, and then closing quotes or brackets; a comma or no mark is not final."""
    return _FINAL.search(line) is not None


def _bare(line: str) -> str:
    return _MARKS.sub(" ", line.casefold()).strip()
