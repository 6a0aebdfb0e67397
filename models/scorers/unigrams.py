"""Counts of each token of a model in a corpus, for SLOR."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.reductions import unigram_lp

NAME = "unigrams.json"


@dataclass(frozen=True, eq=False)
class Unigrams:
    """Counts of every token, [vocabulary], in the named corpus."""

    corpus: str
    counts: np.ndarray

    def log_probability(self, token_ids: Sequence[int]) -> float:
        """Return the summed log-probability of tokens, in nats. Raises :class:`ModelLoadError` for unknown tokens."""
        if max(token_ids, default=0) >= len(self.counts):
            raise ModelLoadError(
                f"unigrams: the file counts {len(self.counts)} tokens, but the model has more, so the file belongs to "
                "another tokenizer; make one for this model with versebench unigrams"
            )
        return unigram_lp(self.counts[np.array(token_ids, dtype=np.int64)], int(self.counts.sum()), len(self.counts))


def unigrams_path(identity: ModelIdentity, named: str) -> Path:
    """Return the file that a recipe names; ``own`` is the file in the model's folder."""
    return Path(identity.location) / NAME if named == "own" else Path(named)


def read_unigrams(path: Path) -> Unigrams:
    """Read the counts of a file. Raises :class:`ModelLoadError` with the remedy."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        counts = content["counts"]
        if not isinstance(counts, list) or not counts or not all(map(_is_count, counts)):
            raise ValueError("counts must be a list of non-negative integers")
        return Unigrams(str(content["corpus"]), np.array(counts, dtype=np.int64))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelLoadError(
            f"{path} does not contain token counts ({error}); make it with versebench unigrams, or leave slor out"
        ) from None


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 40


def render_unigrams(corpus: str, counts: Sequence[int]) -> str:
    """Return the content of the file."""
    value = {"corpus": corpus, "tokens": sum(counts), "counts": list(counts)}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
