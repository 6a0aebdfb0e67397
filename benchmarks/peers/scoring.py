"""Log-probabilities of texts by minicons or lm-eval. Run by ``benchmarks.scoring`` in the peers' environment.

    .venv-scoring-peers/bin/python benchmarks/peers/scoring.py minicons|minicons-masked|lm-eval FOLDER THREADS

Every line in: JSON with ``units``, each a list of texts, and the size of a ``batch``. Every line out: the seconds of
the clock and of the processor, without imports and loading, and the sums for each unit.

Each keeps its own convention: minicons gives no start token and does not score the first token, lm-eval gives one and
is given a space before the text, as its tasks do it. The masked scorer of minicons 0.3.39 calls ``batch_encode_plus``,
which tokenizers of transformers 5 lack; calling the tokenizer itself does the same, so they are given it.
"""

import contextlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

Score = Callable[[list[str], int], list[float]]


def minicons(folder: str) -> Score:
    """``IncrementalLMScorer.sequence_score``, reduced to the sum."""
    from minicons.scorer import IncrementalLMScorer  # type: ignore[import-not-found]

    return _in_batches(IncrementalLMScorer(folder, "cpu"))


def minicons_masked(folder: str) -> Score:
    """``MaskedLMScorer.sequence_score`` with the original metric, reduced to the sum."""
    from minicons.scorer import MaskedLMScorer

    scorer = MaskedLMScorer(folder, "cpu")
    tokenizer = type(scorer.tokenizer)
    if not hasattr(tokenizer, "batch_encode_plus"):
        tokenizer.batch_encode_plus = tokenizer.__call__
    return _in_batches(scorer)


def _in_batches(scorer: Any) -> Score:
    def score(texts: list[str], batch: int) -> list[float]:
        found: list[float] = []
        with torch.inference_mode():
            for first in range(0, len(texts), batch):
                some = texts[first : first + batch]
                found += scorer.sequence_score(some, reduction=lambda values: values.double().sum().item())
        return found

    return score


def lm_eval(folder: str) -> Score:
    """``HFLM.loglikelihood`` of a text after an empty context; it sorts the texts by length itself."""
    from lm_eval.api.instance import Instance  # type: ignore[import-not-found]
    from lm_eval.models.huggingface import HFLM  # type: ignore[import-not-found]

    model: Any = AutoModelForCausalLM.from_pretrained(folder)
    harness = HFLM(pretrained=model, tokenizer=AutoTokenizer.from_pretrained(folder), device="cpu", batch_size=1)

    def score(texts: list[str], batch: int) -> list[float]:
        harness.batch_size_per_gpu = batch
        asked = [Instance("loglikelihood", {}, ("", f" {text}"), number) for number, text in enumerate(texts)]
        return [float(value) for value, _ in harness.loglikelihood(asked, disable_tqdm=True)]

    return score


PEERS: dict[str, Callable[[str], Score]] = {
    "minicons": minicons,
    "minicons-masked": minicons_masked,
    "lm-eval": lm_eval,
}


def answer(score: Score, units: list[list[str]], batch: int) -> dict[str, Any]:
    """The texts of some units in batches, whatever unit they are of."""
    texts = [text for unit in units for text in unit]
    begun = time.perf_counter(), time.process_time()
    found = iter(score(texts, batch))
    ended = time.perf_counter(), time.process_time()
    return {
        "seconds": ended[0] - begun[0],
        "cpu_seconds": ended[1] - begun[1],
        "sums": [[next(found) for _ in unit] for unit in units],
        "tokens": [],
    }


def serve(load: Callable[[], Callable[[dict[str, Any]], dict[str, Any]]], threads: int) -> None:
    """Answer every line of JSON on standard input by one on standard output. What loading prints is no answer."""
    torch.set_num_threads(threads)
    with contextlib.redirect_stdout(sys.stderr):
        reply = load()
        for line in sys.stdin:
            answered = json.dumps(reply(json.loads(line)))
            sys.__stdout__.write(answered + "\n")  # type: ignore[union-attr]
            sys.__stdout__.flush()  # type: ignore[union-attr]


def main() -> int:
    """The worker: answers until its input ends."""
    peer, folder, threads = sys.argv[1:]

    def load() -> Callable[[dict[str, Any]], dict[str, Any]]:
        score = PEERS[peer](folder)
        return lambda request: answer(score, **request)

    serve(load, int(threads))
    return 0


if __name__ == "__main__":
    sys.exit(main())
