"""From a text to the numbers of its words: the published vocabularies hold whole words."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from versebench.models.scorers.transformer_xl.words import split_words

UNKNOWN, LINE_END = "<unk>", "<eos>"


@dataclass(frozen=True)
class WordTokenizer:
    """Words by number, as the published ``idx2sym``. Text is lowered first where ``lower_case`` is set.

    Every line of the training text ended with ``<eos>``, so each line break of a text is one, and lines are split into
    words one by one.
    """

    words: Sequence[str]
    lower_case: bool = False
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raises ``ValueError`` if a word stands twice, or one of ``<unk>`` and ``<eos>`` is missing."""
        numbers = {word: number for number, word in enumerate(self.words)}
        if len(numbers) != len(self.words):
            raise ValueError("it contains a word twice")
        if missing := [symbol for symbol in (UNKNOWN, LINE_END) if symbol not in numbers]:
            raise ValueError(f"it lacks {missing[0]}")
        object.__setattr__(self, "_numbers", numbers)

    @property
    def unknown(self) -> int:
        """The number of ``<unk>``."""
        return self._numbers[UNKNOWN]

    @property
    def line_end(self) -> int:
        """The number of ``<eos>``."""
        return self._numbers[LINE_END]

    def encode(self, text: str) -> list[int]:
        """The numbers of the words of a text; nothing follows its last line."""
        first, *further = text.split("\n")
        found = self._encode_line(first)
        for line in further:
            found += [self.line_end, *self._encode_line(line)]
        return found

    def _encode_line(self, line: str) -> list[int]:
        words = split_words(line.lower() if self.lower_case else line)
        return [self._numbers.get(word, self.unknown) for word in words]
