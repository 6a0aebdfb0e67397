"""Log-probabilities of texts by minicons or lm-eval. Run by ``benchmarks.scoring`` in the peers' environment.

    .venv-scoring-peers/bin/python benchmarks/peers/scoring.py minicons|lm-eval FOLDER THREADS < units.json

In: a list of units, each a list of texts. Out: the seconds of the clock and of the processor, without imports and
loading, and the sums for each unit. Each scores a unit's texts as one batch, under the convention that is
nearest to ours: minicons with a start token, lm-eval with its prefix token.
"""

import contextlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

Score = Callable[[list[str]], list[float]]


def minicons(folder: str) -> Score:
    """``IncrementalLMScorer.sequence_score`` with a start token, reduced to the sum."""
    from minicons.scorer import IncrementalLMScorer  # type: ignore[import-not-found]

    scorer = IncrementalLMScorer(folder, "cpu")

    def score(texts: list[str]) -> list[float]:
        with torch.inference_mode():
            found = scorer.sequence_score(texts, reduction=lambda values: values.sum().item(), bos_token=True)
        return [float(value) for value in found]

    return score


def lm_eval(folder: str) -> Score:
    """``HFLM.loglikelihood`` of a text after an empty context, a unit as one batch."""
    from lm_eval.api.instance import Instance  # type: ignore[import-not-found]
    from lm_eval.models.huggingface import HFLM  # type: ignore[import-not-found]

    model: Any = AutoModelForCausalLM.from_pretrained(folder)
    harness = HFLM(pretrained=model, tokenizer=AutoTokenizer.from_pretrained(folder), device="cpu", batch_size=64)

    def score(texts: list[str]) -> list[float]:
        asked = [Instance("loglikelihood", {}, ("", text), number) for number, text in enumerate(texts)]
        return [float(value) for value, _ in harness.loglikelihood(asked, disable_tqdm=True)]

    return score


PEERS: dict[str, Callable[[str], Score]] = {"minicons": minicons, "lm-eval": lm_eval}


def main() -> int:
    """The command."""
    peer, folder, threads = sys.argv[1:]
    torch.set_num_threads(int(threads))
    units = json.load(sys.stdin)
    with contextlib.redirect_stdout(sys.stderr):  # a peer may print
        score = PEERS[peer](folder)
        score(units[0])
        begun = time.perf_counter(), time.process_time()
        sums = [score(unit) for unit in units]
        ended = time.perf_counter(), time.process_time()
    seconds, cpu_seconds = (after - before for before, after in zip(begun, ended, strict=True))
    json.dump({"seconds": seconds, "cpu_seconds": cpu_seconds, "sums": sums}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
