"""Poems of ``gpt2-tang`` on one thread, beside ``generate`` of transformers in batches of several sizes."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import torch
from scipy.stats import chi2_contingency
from transformers import AutoModelForCausalLM, AutoTokenizer

from benchmarks.harness import Figures, Goal
from versebench.models.poets.causal import CausalPoetSettings
from versebench.models.poets.contract import Request
from versebench.models.scorers.identity import identify
from versebench.models.scorers.threads import one_thread
from versebench.transforms.proftap.prompts import DRAWN_FORMS, messages

MODEL, TEMPERATURE, SEED, MOST_TOKENS = "gpt2-tang", 0.9, 1, 192
POEMS, RUNS = 64, 3
COMPARED, COMPARED_TOKENS, FEWEST = 1_024, 8, 10
BATCHES = (8, 16, 32, 64)
"""Batch sizes of ``generate``, of which the fastest counts."""
_TITLES = ("夜车", "港灯", "秋日登楼", "送友人归山", "江上", "雨夜", "寄远", "山居")


def measure(poems: int = POEMS, compared: int = COMPARED) -> Figures:
    """Tokens in a second of the process, as texts differ in length; each way has the best of its runs.

    Both ways draw from all tokens, and get as many prompts, which differ in length.
    """
    asked = [_request(number) for number in range(poems)]
    settings = CausalPoetSettings(
        poet="causal.v1", name=MODEL, model=MODEL, temperature=TEMPERATURE, top_p=1.0, most_tokens=MOST_TOKENS
    )
    poet = settings.load(SEED)
    poet.write(asked[:1])
    ours = _best(lambda: sum(answer.tokens or 0 for answer in poet.write(asked)))
    generate = _Generate()
    with one_thread():
        theirs = {rows: _best(lambda rows=rows: generate(asked, rows)) for rows in BATCHES}  # type: ignore[misc]
    best = max(theirs, key=theirs.__getitem__)
    return {
        "poems": poems,
        "tokens_per_second": ours,
        "generate_tokens_per_second": theirs[best],
        "generate_batch": best,
        "times_generate": ours / theirs[best],
        "compared_texts": compared,
        "compared_p": _compared(settings, generate, compared),
    }


def _compared(settings: CausalPoetSettings, generate: "_Generate", count: int) -> float:
    """The p-value of a chi-square test that both ways draw alike, at the first places after one prompt.

    It is the smallest of the places, times their number (Bonferroni).
    """
    asked = [replace(_request(0), title_id=f"{number:06d}") for number in range(count)]
    poet = settings.model_copy(update={"most_tokens": COMPARED_TOKENS}).load(SEED)
    ours = [answer.text for answer in poet.write(asked)]
    with one_thread():
        theirs = generate.texts(asked, COMPARED_TOKENS)
    return min(1.0, COMPARED_TOKENS * min(p_value(ours, theirs, place) for place in range(COMPARED_TOKENS)))


def p_value(ours: Sequence[str], theirs: Sequence[str], place: int) -> float:
    """Whether texts have the same characters at a place as often; those of fewer than ten texts count as one."""
    counts = [Counter(text[place : place + 1] for text in texts) for texts in (ours, theirs)]
    often = [char for char, count in (counts[0] + counts[1]).items() if count >= FEWEST]
    table = [[*(of[char] for char in often), of.total() - sum(of[char] for char in often)] for of in counts]
    columns = [column for column in zip(*table, strict=True) if sum(column)]
    return float(chi2_contingency(columns).pvalue) if len(columns) > 1 else 1.0


class _Generate:
    """The same model by ``generate``."""

    def __init__(self) -> None:
        place = identify(MODEL, None).location
        self._model: Any = AutoModelForCausalLM.from_pretrained(place, local_files_only=True).eval()
        self._tokenizer: Any = AutoTokenizer.from_pretrained(place, local_files_only=True, padding_side="left")
        self._tokenizer.pad_token = self._tokenizer.eos_token
        torch.manual_seed(SEED)

    def __call__(self, asked: Sequence[Request], rows: int) -> int:
        """Answer all prompts, ``rows`` at a time; return the number of tokens before the ends."""
        pad = self._tokenizer.pad_token_id
        return sum(int((drawn != pad).sum()) for drawn in self._drawn(asked, rows, MOST_TOKENS))

    def texts(self, asked: Sequence[Request], most_tokens: int) -> list[str]:
        """The answers to all prompts."""
        drawn = self._drawn(asked, BATCHES[-1], most_tokens)
        return [text for of in drawn for text in self._tokenizer.batch_decode(of, skip_special_tokens=True)]

    def _drawn(self, asked: Sequence[Request], rows: int, most_tokens: int) -> Iterator[Any]:
        texts = [self._tokenizer.bos_token + request.messages[0].content for request in asked]
        for start in range(0, len(texts), rows):
            some = texts[start : start + rows]
            given = self._tokenizer(some, return_tensors="pt", padding=True, add_special_tokens=False)
            drawn = self._model.generate(
                **given,
                do_sample=True,
                temperature=TEMPERATURE,
                top_k=0,
                max_new_tokens=most_tokens,
                pad_token_id=self._tokenizer.pad_token_id,
            )
            yield drawn[:, given.input_ids.shape[1] :]


def _best(work: Callable[[], int]) -> float:
    rates = []
    for _ in range(RUNS):
        start = time.process_time()
        tokens = work()
        rates.append(tokens / (time.process_time() - start))
    return max(rates)


def _request(number: int) -> Request:
    title, form = _TITLES[number % len(_TITLES)], DRAWN_FORMS[number % len(DRAWN_FORMS)]
    return Request(f"{number:06d}", title, messages("title_form.v1", title, form), 1)


def goals(of: Figures) -> Iterator[Goal]:
    """The goals of the section."""
    yield Goal("sampling: times generate", of["times_generate"], 1.5, "{:.2f}")
    yield Goal("sampling: p of the same distribution", of["compared_p"], 0.001, "{:.3f}")
