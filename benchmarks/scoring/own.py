"""The worker of ``benchmarks.scoring`` for this project's scorers, on one thread; see ``benchmarks.scoring.crew``.

    python -m benchmarks.scoring.own causal|masked FOLDER THREADS

Requests: ``units`` to score with ``precision`` and, for a causal model, ``convention`` and ``plain`` (one text at a
time); or ``products`` to multiply for so many ``seconds``.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from benchmarks.peers.scoring import serve
from benchmarks.scoring.matmul import matmul_flops
from benchmarks.scoring.texts import Units
from versebench.models.scorers.contract import Precision, TextScore, Unscored
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.masked.convention import MaskedConvention
from versebench.models.scorers.masked.scorer import MaskedScorer
from versebench.models.scorers.packed.convention import LM_EVAL, MINICONS, PAPERS
from versebench.models.scorers.packed.scorer import PackedScorer
from versebench.models.scorers.pretrained import DTYPES

Score = Callable[[Units], Sequence[Sequence[TextScore | Unscored]]]

CONVENTIONS = {"papers": PAPERS, "minicons": MINICONS, "lm-eval": LM_EVAL}


class Causal:
    """A causal model in every precision that is asked for, under every convention."""

    def __init__(self, folder: str) -> None:
        self._folder, self._tokenizer = folder, AutoTokenizer.from_pretrained(folder)
        self._model = cache(self._load)
        self.scorer = cache(self._make)

    def _load(self, precision: Precision) -> Any:
        return AutoModelForCausalLM.from_pretrained(self._folder, dtype=DTYPES[precision])

    def _make(self, precision: Precision, convention: str = "papers", plain: bool = False) -> Score:
        model = self._model(precision)
        return PackedScorer(model, self._tokenizer, CONVENTIONS[convention], plain=plain).score_units


class Masked:
    """A masked model in every precision that is asked for, each token masked alone."""

    def __init__(self, folder: str) -> None:
        self._folder, self._tokenizer = folder, AutoTokenizer.from_pretrained(folder)
        self.scorer = cache(self._make)

    def _make(self, precision: Precision) -> Score:
        model = AutoModelForMaskedLM.from_pretrained(self._folder, dtype=DTYPES[precision]).eval()
        convention = MaskedConvention()
        scorer = MaskedScorer(model, self._tokenizer, [convention], "masked", LoadOptions(precision))
        return lambda units: [unit[convention.name] for unit in scorer.score_units(units)]


FAMILIES: dict[str, Callable[[str], Causal | Masked]] = {"causal": Causal, "masked": Masked}


def answer(model: Causal | Masked, request: dict[str, Any]) -> dict[str, Any]:
    """What a request asks for; loading is not timed."""
    if "products" in request:
        return {"flops": matmul_flops([tuple(one) for one in request["products"]], request["seconds"])}
    units = request.pop("units")
    score = model.scorer(**request)
    begun = time.perf_counter(), time.process_time()
    found = score(units)
    ended = time.perf_counter(), time.process_time()
    scores = [[_scored(score) for score in unit] for unit in found]
    return {
        "seconds": ended[0] - begun[0],
        "cpu_seconds": ended[1] - begun[1],
        "sums": [[score.log_probability for score in unit] for unit in scores],
        "tokens": [[len(score.token_ids) for score in unit] for unit in scores],
    }


def _scored(score: TextScore | Unscored) -> TextScore:
    if isinstance(score, Unscored):
        raise ValueError(f"a text has no score: {score.reason}, {score.detail}")
    return score


def main() -> int:
    """The worker: answers until its input ends."""
    kind, folder, threads = sys.argv[1:]
    serve(lambda: partial(answer, FAMILIES[kind](folder)), int(threads))
    return 0


if __name__ == "__main__":
    sys.exit(main())
