"""How the benchmark of scoring counts: the work, rounds, ratios, and runs in both precisions."""

import sys
from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import BertConfig, GPT2Config

from benchmarks.measure import rounds
from benchmarks.scoring import crew as scoring_crew
from benchmarks.scoring.blimp import accuracy, by_phenomenon, preferred
from benchmarks.scoring.causal import rows_and_flop
from benchmarks.scoring.crew import Crew, Timed, Worker, WorkerError, dealt_back
from benchmarks.scoring.decisions import differing
from benchmarks.scoring.matmul import bert_products, flop, gpt2_products, matmul_flops
from benchmarks.scoring.models import shipped, word_pieces
from benchmarks.scoring.own import Causal, answer
from benchmarks.scoring.rounds import largest_difference, speeds, times_as_fast
from benchmarks.scoring.texts import limerick_units, pairs_of
from benchmarks.scoring.twice import (
    RUN_PAIRS,
    bounds_of,
    margins,
    near_ties,
    run_twice,
    sample_share,
    share_near,
    speed_of_a_run,
)


def timed(pairs: int, seconds: float, cpu: float) -> Timed:
    return Timed(pairs, seconds, cpu, [], [])


def test_the_products_of_a_gpt2() -> None:
    config = GPT2Config(n_embd=4, n_layer=2, vocab_size=10)
    layer = [(3, 4, 12), (3, 4, 4), (3, 4, 16), (3, 16, 4)]
    assert gpt2_products(config, 3) == layer * 2 + [(3, 4, 10)]
    assert flop([(3, 4, 10), (1, 1, 1)]) == 242
    assert matmul_flops([(2, 3, 4)], 0.0) > 0


def test_the_products_of_a_bert() -> None:
    config = BertConfig(hidden_size=4, intermediate_size=8, num_hidden_layers=1, vocab_size=10)
    assert bert_products(config, 2, 5) == [(10, 4, 4)] * 4 + [(10, 4, 8), (10, 8, 4), (2, 4, 4), (2, 4, 10)]


def test_what_texts_share_is_one_row() -> None:
    config = GPT2Config.from_pretrained(shipped())
    work = rows_and_flop(shipped(), [["one two three", "one two four"]])
    assert work["rows"] < work["tokens"]
    assert work["flop"] == 2 * work["rows"] * config.n_embd * (12 * config.n_layer * config.n_embd + config.vocab_size)


def test_what_is_dealt_out_comes_back_in_order() -> None:
    assert dealt_back([[0, 2, 4], [1, 3]]) == [0, 1, 2, 3, 4]
    assert dealt_back([[], []]) == []


ECHO = """
import json, sys
for line in sys.stdin:
    units = json.loads(line)["units"]
    sums = [[float(len(text)) for text in unit] for unit in units]
    print(json.dumps({"seconds": 2.0, "cpu_seconds": 3.0, "sums": sums, "tokens": []}), flush=True)
"""


def test_a_crew_shares_the_units() -> None:
    with Crew([sys.executable, "-c", ECHO], 2, 1) as crew:
        found = crew.score([["a", "bb"], ["ccc", "d"], ["ee"]], batch=1)
    assert found == Timed(2, 2.0, 6.0, [[1.0, 2.0], [3.0, 1.0], [2.0]], [])
    assert (found.speed, found.cpu_speed) == (1.0, 1 / 3)


def test_the_last_words_of_a_worker_are_told() -> None:
    worker = Worker([sys.executable, "-c", "import sys; sys.exit('no such model')"], 1)
    with pytest.raises(WorkerError, match="no such model"):
        worker.answer()
    worker.close()


def test_our_worker_scores_and_multiplies() -> None:
    model = Causal(shipped())
    one = answer(model, {"units": [["a cat", "a"]], "precision": "fp32"})
    other = answer(model, {"units": [["a cat", "a"]], "precision": "fp32", "plain": True})
    assert one["tokens"] == other["tokens"]
    assert one["sums"][0] == pytest.approx(other["sums"][0], abs=1e-4)
    assert answer(model, {"products": [[2, 3, 4]], "seconds": 0.0})["flops"] > 0
    with pytest.raises(ValueError, match="empty_text"):
        answer(model, {"units": [["", "a"]], "precision": "fp32"})


def test_a_ratio_is_the_median_of_those_of_the_rounds() -> None:
    ours = [timed(10, 1.0, 2.0), timed(10, 2.0, 2.0), timed(10, 1.0, 2.0)]
    others = [timed(1, 1.0, 1.0), timed(1, 1.0, 1.0), timed(1, 0.1, 1.0)]
    assert times_as_fast(ours, others) == {"clock": 5.0, "cpu": 5.0}
    assert speeds(ours) == {"pairs_per_second": 10.0, "pairs_per_cpu_second": 5.0}


def test_every_other_round_begins_at_the_other_end(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []

    def ask(name: str) -> int:
        asked.append(name)
        return len(asked)

    ways: dict[str, Any] = {name: partial(ask, name) for name in "ab"}
    assert rounds("a way", ways, 2) == {"a": [1, 4], "b": [2, 3]}
    assert asked == ["a", "b", "b", "a"]
    assert "a way: round 2 of 2" in capsys.readouterr().err


def test_the_largest_difference_of_sums() -> None:
    assert largest_difference([[1.0, 2.0], [3.0]], [[1.0, 2.5], [2.75]]) == 0.5
    with pytest.raises(ValueError, match="shorter"):
        largest_difference([[1.0, 2.0]], [[1.0]])


def test_margins_under_every_reduction() -> None:
    found = margins([[-6.0, -4.0, -9.0]], [[3, 2, 3]])
    assert found["sum"].tolist() == [-2.0, 3.0]
    assert found["mean"].tolist() == [0.0, 1.0]
    assert found["mean_jcls"].tolist() == [0.0, 2.5]


def test_units_near_a_tie() -> None:
    sums = [[0.0, -1.0 - pair / 100] for pair in range(100)]
    tokens = [[2, 1]] * 100
    bf16 = margins(sums, tokens)
    fp32 = margins([[0.0, scores[1] + 0.5] for scores in sums], tokens)
    bounds = bounds_of(bf16, fp32, np.arange(100))
    assert bounds["sum"] == pytest.approx(1.0)
    units = [["a", "b"]] * 100
    assert near_ties(units, bf16, {"sum": 1.005}) == [0]
    one, other = (Timed(100, 1.0, 1.0, some, tokens) for some in (sums, [[0.0, s[1] + 0.25] for s in sums]))
    assert share_near(units, one, other)["sum"] == 0.0


class FakeCrew:
    """In bf16, every text but the first of a unit is off by half a nat."""

    def score(self, units: list[list[str]], precision: str) -> Timed:
        off = 0.5 if precision == "bf16" else 0.0
        sums = [[-1.0, *(-float(text) + off for text in unit[1:])] for unit in units]
        return Timed(pairs_of(units), 1.0, 1.0, sums, [[2] * len(unit) for unit in units])


def test_a_run_in_both_precisions_decides_as_fp32() -> None:
    crew: Any = FakeCrew()
    units = [["0", *[str(1.2 if number % 40 == 0 else 90.0 + number)] * 4] for number in range(400)]
    twice = run_twice(crew, units)
    assert 0 < twice.sampled < 200
    assert 0 < twice.near <= 10
    assert twice.seconds == 3.0
    assert twice.bounds["sum"] == 1.0
    fp32, bf16 = crew.score(units, "fp32"), twice.passes[0]
    exact = margins(fp32.sums, fp32.tokens)
    assert differing(margins(twice.sums, twice.tokens), exact)["sum"] == 0
    assert differing(margins(bf16.sums, bf16.tokens), exact)["sum"] == 40


def test_the_speed_of_a_run_counts_both_passes() -> None:
    assert sample_share(RUN_PAIRS) == 0.04
    assert sample_share(100) == 1.0
    assert speed_of_a_run(4.0, 1.0, 0.0) == pytest.approx(1 / (0.25 + 0.04))
    assert speed_of_a_run(4.0, 1.0, 1.0) == pytest.approx(1 / 1.25)


def test_preferences_and_accuracies() -> None:
    found = Timed(3, 1.0, 1.0, [[-1.0, -2.0], [-2.0, -1.0], [-1.0, -1.0]], [])
    assert preferred(found).tolist() == [1, -1, 0]
    assert accuracy(found) == pytest.approx(1 / 3)
    units = [["good", "bad"]]
    assert by_phenomenon({"a": units, "b": units * 2}, found) == {"a": 1.0, "b": 0.0}


def test_pieces_of_words_are_cased_and_have_ends() -> None:
    made = word_pieces(300)
    tokens = made.convert_ids_to_tokens(made("There was\nan old")["input_ids"])
    assert (tokens[0], tokens[-1]) == ("[CLS]", "[SEP]")
    assert made.mask_token == "[MASK]"
    assert "[UNK]" not in tokens
    assert len(made) <= 300


def test_cores_are_counted() -> None:
    assert scoring_crew.cores() >= 1
    assert pairs_of(limerick_units(2, 3)) == 6
