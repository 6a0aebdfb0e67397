"""Count a model's tokens in text files."""

from collections.abc import Iterator, Sequence

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import identify
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.unigrams import render_unigrams
from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.extras import require
from versebench.storage import filesystem


def count_tokens(scorer: ScorerSettings, files: Sequence[str], corpus: str, out: str) -> int:
    """Write the counts, and return how many tokens were counted.

    Raises :class:`DataError` if a file is not UTF-8, or the tokenizer cannot be loaded.
    """
    require("score", "counting tokens")
    try:
        vocabulary = scorer.vocabulary(identify(scorer.model, scorer.revision))
    except ModelLoadError as error:
        raise DataError(str(error)) from None
    counts = [0] * vocabulary.size
    for file in files:
        for text in _texts(file):
            for token in vocabulary.token_ids(text):
                counts[token] += 1
    filesystem.write_bytes(out, render_unigrams(corpus, counts).encode())
    return sum(counts)


def _texts(file: str) -> Iterator[str]:
    """The parts of a file between blank lines."""
    try:
        content = filesystem.read_bytes(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{file} is not UTF-8 (byte {error.start}); convert it to UTF-8") from None
    lines: list[str] = []
    for line in [*content.splitlines(), ""]:
        if line.strip():
            lines.append(line.strip())
        elif lines:
            yield "\n".join(lines)
            lines = []
