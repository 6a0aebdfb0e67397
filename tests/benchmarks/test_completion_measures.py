"""How the benchmark of completion counts: equality, tables, and the peer."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import numpy as np
import pyarrow as pa
from transformers import GPT2Config

from benchmarks.completion.clock import Clocked, flop_of, middle, times_as_fast
from benchmarks.completion.equal import Equal, equal, together
from benchmarks.completion.generate import Found, Generate
from benchmarks.completion.memory import memory
from benchmarks.completion.models import asked_of, end_tokens, make, shipped
from benchmarks.completion.options import Options
from benchmarks.completion.tables import examples, human_figures, method_figures, spread
from benchmarks.measure import peak_mib
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS

TINY = GPT2Config(n_layer=2, n_embd=32, n_head=2, n_positions=64, vocab_size=4096, bos_token_id=0, eos_token_id=0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return make(TINY, tmp_path_factory.mktemp("tiny"))


def test_the_same_is_found_in_any_order() -> None:
    ours = [Found((1, 2), -1.0), Found((1,), -2.0)]
    assert equal(ours, ours[::-1]) == Equal(2, 1.0, 0, 0.0)


def test_differences_of_sums_and_what_is_missing() -> None:
    ours = [Found((1,), -1.0), Found((2,), -3.0)]
    theirs = [Found((1,), -1.25), Found((3,), -2.0), Found((4,), -3.00005), Found((5,), -4.0)]
    assert equal(ours, theirs) == Equal(4, 0.25, 1, 0.25)  # (4,) is a tie with our worst, (5,) worse than it


def test_the_same_tokens_before_two_ends_are_two() -> None:
    ours = [Found((1,), -2.0), Found((1,), -1.0)]
    assert equal(ours, [Found((1,), -1.0), Found((1,), -2.5)]) == Equal(2, 1.0, 0, 0.5)
    assert equal(ours[:1], ours).same == 0.5


def test_comparisons_add_up() -> None:
    assert together([Equal(1, 1.0, 0, 0.5), Equal(3, 0.0, 2, 0.1)]) == Equal(4, 0.25, 2, 0.5)
    assert together([]) == Equal(0, 0.0, 0, 0.0)


def test_ratios_are_of_a_round() -> None:
    ours = [Clocked(1.0, None), Clocked(2.0, None), Clocked(1.0, None)]
    others = [Clocked(1.0, None), Clocked(6.0, None), Clocked(2.0, None)]
    assert (middle(ours), times_as_fast(ours, others), times_as_fast(ours, others, 10)) == (1.0, 2.0, 20.0)
    assert flop_of(TINY, 10) == 10 * flop_of(TINY, 1)


def test_a_prompt_has_its_length_and_the_ends_are_those_of_lines(folder: str) -> None:
    asked = asked_of(folder, Options(shape=TINY, prompt_tokens=20))
    assert len(asked.ids) == 20
    assert asked.ids[0] == 0
    assert asked.prompt.text.endswith("\n")
    assert len(end_tokens(shipped())) >= 2


def test_the_sums_of_the_peer_are_the_models_own(folder: str) -> None:
    asked = asked_of(folder, Options(shape=TINY, prompt_tokens=20))
    generate = Generate(folder, [0])
    (found,) = generate.beam([asked.ids], 4, 3, nats=True)
    assert [len(one.ids) for one in found] == [3] * 4
    for one in found:
        assert one.nats == pytest.approx(generate.nats(asked.ids, one.ids), abs=1e-4)
    assert sorted(found, key=lambda one: -(one.nats or 0.0)) == found


def test_the_peer_cuts_at_an_end(folder: str) -> None:
    asked = asked_of(folder, Options(shape=TINY, prompt_tokens=20))
    (unended,) = Generate(folder, [0]).beam([asked.ids], 1, 3)
    (ended,) = Generate(folder, [unended[0].ids[1]]).beam([asked.ids], 1, 3)
    assert unended[0].nats is None
    assert ended[0].ids in (unended[0].ids[:1], ())  # () where the same token stands first


def test_the_peer_samples_so_many_tokens_in_so_many_runs(folder: str) -> None:
    asked = asked_of(folder, Options(shape=TINY, prompt_tokens=20))
    found = Generate(folder, [0]).sample(asked.ids, 3, 2, 0.9)
    assert [len(one) for one in found] == [2, 2, 2]


def test_memory_is_that_of_the_process_alone(folder: str) -> None:
    held = np.ones(1500 << 17)  # 1,500 MiB, all of it in use
    found = memory(folder, Options(shape=TINY, threads=1, prompt_tokens=20, beams=(2,)), "beam")
    assert peak_mib() > held.nbytes / 2**20 > found["peak_mib"] >= found["loaded_mib"] > 0


def attempts(rows: list[dict[str, object]]) -> pa.Table:
    filled = [
        {"task": "t", "reason": None, "most_tokens": 9, "runs": 1, "found": 4, "kept": 2, **row}
        | {"refused_reasons": row.get("refused_reasons", []), "refused_counts": row.get("refused_counts", [])}
        for row in rows
    ]
    return ATTEMPTS.build({name: [row[name] for row in filled] for name in ATTEMPTS.schema.names})


def completions(rows: list[tuple[str, str, str, bool | None]]) -> pa.Table:
    plain = {"task": "t", "syllables": 8, "tokens": 9, "log_probability": -9.0, "ended": "final_mark", "run": 0}
    model = {"generator": "w", "revision": "r", "precision": "fp32"}
    filled = [
        {**plain, **model, "work_id": work, "completion": place, "line": line, "end_word": end, "copied": copied}
        | {"words": len(line.split())}
        for place, (work, line, end, copied) in enumerate(rows)
    ]
    return COMPLETIONS.build({name: [row[name] for row in filled] for name in COMPLETIONS.schema.names})


TRIED = attempts(
    [
        {"work_id": "a", "refused_reasons": ["no_rhyme", "no_final_mark"], "refused_counts": [1, 1]},
        {"work_id": "b", "refused_reasons": ["no_rhyme"], "refused_counts": [4]},
        {"work_id": "c", "reason": "no_rhyming_word", "runs": 0, "found": 0, "kept": 0},
        {"work_id": "d", "reason": "end_words_not_in_dictionary", "runs": 0, "found": 0, "kept": 0},
        {"work_id": "e", "reason": "not_tried", "runs": 0, "found": 0, "kept": 0},
    ]
)


def test_the_yield_is_of_the_eligible() -> None:
    written = completions([("a", "of the Queen.", "Queen", True), ("a", "I am queen.", "queen", False)])
    found = method_figures(TRIED, written)
    assert (found["poems"], found["eligible"], found["completed"]) == (5, 3, 1)
    assert found["yield"] == pytest.approx(1 / 3)
    assert found["not_tried"] == {"end_words_not_in_dictionary": 1, "no_rhyming_word": 1, "not_tried": 1}
    assert found["refused"] == {"no_rhyme": 5, "no_final_mark": 1}
    assert (found["found"], found["runs"], found["completions"]) == (8, 2, 2)
    assert (found["copied"], found["distinct_end_words"]) == (0.5, 1)
    assert found["examples"] == ["of the Queen.", "I am queen."]


def test_words_of_lines_and_of_poems() -> None:
    written = completions(
        [("a", "one two", "two", None), ("a", "one two three four", "four", None), ("b", "one", "one", None)]
    )
    found = method_figures(TRIED, written)
    assert found["words"] == {"mean": pytest.approx(7 / 3), "deviation": pytest.approx((14 / 9) ** 0.5)}
    assert found["words_a_poem"] == {"mean": 2.0, "deviation": 1.0}
    assert found["copied"] is None


def test_nothing_written_has_no_length() -> None:
    found = method_figures(TRIED, completions([]))
    assert (found["yield"], found["words"], found["copied"], found["examples"]) == (0.0, None, None, [])
    assert spread([]) is None


def test_human_lines_are_those_of_the_eligible() -> None:
    poems = pa.table(
        {"work_id": ["a", "b", "c", "d", "e"], "text": ["x\nof the Queen.", "x\na queen", "no", "d d d", "e"]}
    )
    assert human_figures(TRIED, poems) == {
        "lines": 3,
        "words": {"mean": 2.0, "deviation": pytest.approx((2 / 3) ** 0.5)},
        "distinct_end_words": 2,
    }


def test_examples_are_few_and_the_same_each_time() -> None:
    lines = [str(number) for number in range(100)]
    assert len(set(examples(lines))) == 20
    assert examples(lines) == examples(lines)
