"""How much memory a long text takes, with shapes of GPT-2 small and BERT-base that have a context of 4,096 tokens.

The causal model scores the text and a deletion of it. The masked one plans all rows, of which there are as many as
tokens, and computes some of them: each by itself, as a batch holds one row of that length.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from benchmarks.measure import in_a_process, peak_mib, progress
from benchmarks.scoring.models import prepare
from benchmarks.scoring.texts import long_text, with_deletions
from versebench.models.scorers.contract import TextScore
from versebench.models.scorers.load_options import DEFAULTS
from versebench.models.scorers.masked.convention import MaskedConvention
from versebench.models.scorers.masked.head import gathered_log_probabilities
from versebench.models.scorers.masked.rows import batch_rows, row_ids, unit_rows
from versebench.models.scorers.masked.scorer import MaskedScorer
from versebench.models.scorers.packed.convention import PAPERS
from versebench.models.scorers.packed.scorer import PackedScorer
from versebench.models.scorers.threads import one_thread
from versebench.models.scorers.tokenised import tokenise

WORDS = 2_000
MASKED_ROWS = 2


def measure() -> dict[str, Any]:
    """Both shapes, each in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="versebench-") as temporary:
        found = {}
        for name, score in (("long", score_causal), ("bert-long", score_masked)):
            folder = prepare(name, Path(temporary))
            progress(f"{WORDS:,} words: {name}")
            found[name] = in_a_process(score, folder, long_text(WORDS))
    return {"words": WORDS, "shapes": found}


def score_causal(folder: str, text: str) -> dict[str, float]:
    """A text and a deletion."""
    model, tokenizer = AutoModelForCausalLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    scorer = PackedScorer(model, tokenizer, PAPERS)
    begun = time.perf_counter()
    (scores,) = scorer.score_units([with_deletions(text, 1, len(text.split()) // 2)])
    tokens = [len(score.token_ids) for score in scores if isinstance(score, TextScore)]
    if len(tokens) < 2:
        raise ValueError(f"a text of {WORDS} words has no score: {scores}")
    return {"tokens": tokens[0], "seconds": time.perf_counter() - begun, "peak_mib": peak_mib()}


def score_masked(folder: str, text: str) -> dict[str, float]:
    """Some rows of a text, all of which are planned."""
    model, tokenizer = AutoModelForMaskedLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    convention = MaskedConvention()
    MaskedScorer(model, tokenizer, [convention], "bert-long", DEFAULTS)  # what it checks takes memory too
    read = tokenise(tokenizer, convention.prepare(text), added=True)
    begun = time.perf_counter()
    planned = unit_rows([read], ["original"], tokenizer.mask_token_id).rows
    if batch_rows(len(read.ids), model.config.vocab_size) != 1:
        raise ValueError(f"a batch of rows of {len(read.ids)} tokens holds several; compute as many at once")
    with one_thread(), torch.inference_mode():
        for row in planned[:: max(1, len(planned) // MASKED_ROWS)][:MASKED_ROWS]:
            ids = torch.from_numpy(row_ids(row, read, tokenizer.mask_token_id))[None]
            gathered_log_probabilities(model, ids, torch.tensor([row.start]))
    seconds = time.perf_counter() - begun
    return {"tokens": len(read.ids), "rows": MASKED_ROWS, "seconds": seconds, "peak_mib": peak_mib()}
