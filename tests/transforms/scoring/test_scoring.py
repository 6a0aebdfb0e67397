"""What is written of a scorer's answers, with models that are run."""

import math
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.models.scorers.packed import tiny
from versebench.models.scorers import loaded
from versebench.models.scorers.contract import TextScore, Unscored
from versebench.models.scorers.identity import identify
from versebench.models.scorers.loaded import release_scorer
from versebench.models.scorers.masked.convention import Kind
from versebench.models.scorers.masked.settings import Masked
from versebench.models.scorers.packed import engine
from versebench.models.scorers.packed.scorer import PackedScorer
from versebench.models.scorers.packed.settings import Causal
from versebench.models.scorers.registry import FAMILIES
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.unigrams import Unigrams
from versebench.schemas.poems import REJECTS
from versebench.schemas.scores import SCORES
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.scoring import scoring
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.texts import Text
from versebench.transforms.text.keys import text_id

TOKEN_COLUMNS = ("token_pieces", "token_starts", "token_ends", "token_log_probabilities")


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved.causal(tmp_path_factory.mktemp("models") / "tiny-gpt2")


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved.masked(tmp_path_factory.mktemp("models") / "tiny-bert")


def held_scorer(settings: ScorerSettings) -> WorkerScorer:
    return WorkerScorer(settings, identify(settings.model, None), "fp32")


def causal(folder: Path, **changes: Any) -> WorkerScorer:
    return held_scorer(Causal(model=str(folder), **changes))


def unit(work: str, *texts: str) -> list[Text]:
    return [Text(work, text_id(text), text) for text in texts]


# --- rows


def test_a_score_is_a_row_with_all_that_reductions_need(gpt2: Path) -> None:
    text = "the owl,\nin  the inn"
    asked = causal(gpt2)
    found = asked.score([unit("a", text)])
    assert found.scores.schema.equals(SCORES.schema)
    assert found.rejects.schema.equals(REJECTS.schema)
    [row] = found.scores.to_pylist()
    ids = tiny.tokenizer()(text)["input_ids"]
    expected = sum(tiny.plain_reference(tiny.model("gpt2"), ids, tiny.tokenizer().bos_token_id, 128))
    assert row.pop("log_probability") == pytest.approx(expected, rel=1e-5)
    assert row == {
        "work_id": "a",
        "text_id": text_id(text),
        "model": "tiny-gpt2",
        "revision": asked.identity.revision,
        "family": "causal",
        "convention": "bos-given+line-breaks-kept",
        "precision": "fp32",
        "tokens": len(ids),
        "words": 5,
        "characters": 20,
        "unigram_log_probability": None,
        **dict.fromkeys(TOKEN_COLUMNS),
    }
    assert found.counts == {"in": 1, "out": 1}


def test_tokens_are_kept_where_they_are_asked_for_and_change_no_score(gpt2: Path) -> None:
    text = "the owl é\nin"
    [plain] = causal(gpt2).score([unit("a", text)]).scores.to_pylist()
    [row] = causal(gpt2, token_scores=True).score([unit("a", text)]).scores.to_pylist()
    assert {name: row[name] for name in row if name not in TOKEN_COLUMNS} == {
        name: plain[name] for name in plain if name not in TOKEN_COLUMNS
    }
    assert row["token_pieces"] == ["the", "Ġ", "ow", "l", "Ġ", "Ã©", "Ċ", "in"]
    spans = list(zip(row["token_starts"], row["token_ends"], strict=True))
    assert [text[start:end] for start, end in spans] == ["the", " ", "ow", "l", " ", "é", "\n", "in"]
    assert len(row["token_log_probabilities"]) == row["tokens"] == 8
    assert sum(row["token_log_probabilities"]) == pytest.approx(row["log_probability"], rel=1e-6)


def test_rows_stand_in_the_order_of_their_table_whatever_the_order_of_the_units(gpt2: Path) -> None:
    one, other = unit("a", "the owl", "the", "owl"), unit("b", "in the inn")
    asked = causal(gpt2)
    found = asked.score([one, other])
    assert found.scores.equals(asked.score([other, one]).scores)
    keys = [(row["work_id"], row["text_id"]) for row in found.scores.to_pylist()]
    assert keys == sorted(keys)
    assert asked.score([]).scores.schema.equals(SCORES.schema)
    assert asked.score([]).counts == {"in": 0, "out": 0}


def test_rarity_is_that_of_the_scored_tokens_alone(tmp_path: Path) -> None:
    counts = list(range(300))
    folder = saved.with_unigrams(saved.causal(tmp_path / "rare"), counts)
    ids = tiny.tokenizer()("the owl")["input_ids"]
    by_hand = [math.log((number + 1) / (sum(counts) + 300)) for number in ids]
    for start, expected in (("given", sum(by_hand)), ("absent", sum(by_hand[1:]))):
        asked = causal(folder, unigrams="own", reductions=("slor",), start=start)
        [row] = asked.score([unit("a", "the owl")]).scores.to_pylist()
        assert row["unigram_log_probability"] == pytest.approx(expected, rel=1e-12)
    elsewhere = saved.with_unigrams(tmp_path, counts) / "unigrams.json"
    [row] = causal(folder, unigrams=str(elsewhere)).score([unit("a", "the owl")]).scores.to_pylist()
    assert row["unigram_log_probability"] == pytest.approx(sum(by_hand), rel=1e-12)


def test_counts_of_another_vocabulary_are_told(tmp_path: Path) -> None:
    folder = saved.with_unigrams(saved.causal(tmp_path / "rare"), [1, 2, 3])
    with pytest.raises(
        RecoverableError, match=r"counts 3 tokens, .* belongs to another tokenizer; .* versebench unigrams"
    ):
        causal(folder, unigrams="own").score([unit("a", "the owl")])


TEXTS = ("an Old Man with a beard", "an Old Man with a light", "an Old with a beard", "Man an Old with a beard")


@pytest.mark.parametrize("family", ["causal", "masked", "xlnet", "transformer-xl"])
def test_a_text_has_the_same_bits_whatever_stands_before_it_in_its_unit(tmp_path: Path, family: str) -> None:
    """A task that stands earlier in the registry brings texts that come before others."""
    model = getattr(saved, family.replace("-", "_"))(tmp_path / "m")
    several: dict[str, dict[str, Any]] = {
        "masked": {"pseudo_log_likelihood": ("original", "within-word-l2r")},
        "xlnet": {"direction": ("causal", "causal-reread", "bidirectional")},
    }
    values = several.get(family, {})
    asked = held_scorer(FAMILIES[family](family=family, model=str(model), **values))

    def bits(*texts: str) -> dict[tuple[str, str], float]:
        found = asked.score([unit("a", *texts), unit("b", *reversed(TEXTS))]).scores.to_pylist()
        mine = [row for row in found if row["work_id"] == "a"]
        return {(row["text_id"], row["convention"]): row["log_probability"] for row in mine}

    original, *corrupted = TEXTS
    short = bits(original, corrupted[-1])
    assert len(short) == 2 * len(asked.settings.conventions)
    whole = bits(original, *corrupted)
    assert whole.items() >= short.items()
    assert whole.items() >= bits(original).items()
    assert (
        whole.items()
        >= bits(original, *corrupted[1:], "an unbelievable beard").items()
        - bits(original, "an unbelievable beard").items()
    )


# --- several conventions


def test_each_convention_of_a_model_has_rows_of_its_own(bert: Path) -> None:
    kinds: tuple[Kind, ...] = ("original", "within-word-l2r")
    asked = held_scorer(Masked(family="masked", model=str(bert), pseudo_log_likelihood=kinds))
    found = asked.score([unit("a", "an unbelievable beard", "a beard")])
    assert found.counts == {"in": 4, "out": 4}
    both = {
        name: [row for row in found.scores.to_pylist() if row["convention"] == name]
        for name in asked.settings.conventions
    }
    assert [len(rows) for rows in both.values()] == [2, 2]
    for kind, name in zip(kinds, both, strict=True):
        alone = held_scorer(Masked(family="masked", model=str(bert), pseudo_log_likelihood=(kind,)))
        assert alone.score([unit("a", "an unbelievable beard", "a beard")]).scores.to_pylist() == both[name]
    one, other = ({row["text_id"]: row["log_probability"] for row in rows} for rows in both.values())
    assert one[text_id("an unbelievable beard")] != other[text_id("an unbelievable beard")]


# --- texts without a score


def test_texts_without_a_score_are_rejects_with_a_reason_and_what_was_found(gpt2: Path) -> None:
    long = "é" * 70_000
    found = causal(gpt2).score([unit("a", "the owl", long), unit("b", "")])
    assert [row["text_id"] for row in found.scores.to_pylist()] == [text_id("the owl")]
    rejects = {row["work_id"]: row for row in found.rejects.to_pylist()}
    assert [row["reject_id"] for row in found.rejects.to_pylist()] == sorted(
        row["reject_id"] for row in rejects.values()
    )
    assert (rejects["a"]["reason"], rejects["b"]["reason"]) == ("longer_than_context", "empty_text")
    assert rejects["a"]["detail"] == ("tiny-gpt2, bos-given+line-breaks-kept: 70000 tokens and a start token, 128 fit")
    assert (len(rejects["a"]["original"]), rejects["a"]["original_size"]) == (65_536, 70_000)
    assert (rejects["b"]["stage"], rejects["b"]["source"], rejects["b"]["kept_work_id"]) == ("score", "pairs", None)
    assert found.counts == {"in": 3, "out": 1, "rejected.longer_than_context": 1, "rejected.empty_text": 1}


def test_a_long_text_is_scored_in_windows_where_that_is_asked_for(gpt2: Path) -> None:
    asked = causal(gpt2, long_texts="windows")
    [row] = asked.score([unit("a", "the owl " * 60)]).scores.to_pylist()
    assert row["convention"] == "bos-given+line-breaks-kept+windows-half-context"
    assert row["tokens"] == len(tiny.tokenizer()("the owl " * 60)["input_ids"]) > 128


def test_a_short_text_has_the_same_bits_where_long_ones_are_allowed(gpt2: Path) -> None:
    one, other = (causal(gpt2, long_texts=kind).score([unit("a", "the owl")]) for kind in ("rejected", "windows"))
    assert one.scores.column("log_probability").equals(other.scores.column("log_probability"))


def test_logits_that_are_no_numbers_give_rejects(tmp_path: Path) -> None:
    found = causal(saved.with_nan(tmp_path / "broken")).score([unit("a", "the owl", "in")])
    assert len(found.scores) == 0
    assert {row["reason"] for row in found.rejects.to_pylist()} == {"not_finite"}
    (fallback,) = found.fallbacks  # no engine can be checked against such a model
    assert fallback.startswith("engine plain (gpt2: a token differs by inf nats from the text computed alone")
    assert found.counts == {"in": 2, "out": 0, "rejected.not_finite": 2, f"fallback/{fallback}": 1}


def test_rejects_of_two_conventions_have_ids_of_their_own() -> None:
    one = Text("a", "t", "x")
    asked = WorkerScorer(Causal(model="gpt2-verse"), identify("gpt2-verse", None), "fp32")
    refused = [(one, convention, Unscored("empty_text", "none")) for convention in ("c", "d")]
    table = asked._rejects(refused)
    assert len(set(table.column("reject_id").to_pylist())) == 2
    assert sorted(table.column("detail").to_pylist()) == ["gpt2-verse, c: none", "gpt2-verse, d: none"]


# --- what can be fixed


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("model.safetensors", r"cut: its weights cannot be read \(.*\); fetch them again"),
        ("tokenizer.json", "cut cannot be loaded as a causal model: .*; it must be a folder"),
    ],
)
def test_a_model_that_cannot_be_loaded_is_told_with_the_remedy(tmp_path: Path, file: str, said: str) -> None:
    path = saved.causal(tmp_path / "cut") / file
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(RecoverableError, match=said):
        causal(path.parent).score([unit("a", "x")])


def test_counts_that_are_gone_are_told_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(RecoverableError, match=r"none\.json does not contain token counts .* or leave slor out"):
        causal(saved.causal(tmp_path / "m"), unigrams=str(tmp_path / "none.json")).score([unit("a", "x")])


def test_an_accelerator_that_is_not_there_is_told_with_the_remedy(gpt2: Path) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is one")
    with pytest.raises(RecoverableError, match="this machine has no cuda; set the engine's device to cpu"):
        causal(gpt2, engine={"name": "torch", "device": "cuda"}).score([unit("a", "x")])


# --- the loaded model


def test_a_model_is_loaded_once_until_it_is_released(gpt2: Path) -> None:
    asked = causal(gpt2)
    first = asked._load()
    assert asked._load() is first
    assert causal(gpt2)._load() is first
    asked.release()
    assert loaded._LOADED == {}
    assert asked._load() is not first
    asked.release()


def test_another_model_takes_the_place_of_the_one_before(gpt2: Path, bert: Path) -> None:
    causal(gpt2).score([unit("a", "x")])
    held_scorer(Masked(family="masked", model=str(bert))).score([unit("a", "a beard")])
    assert [key[0].family for key in loaded._LOADED] == ["masked"]
    loaded.release_scorer()


def test_scores_are_added_in_their_order_in_double_precision() -> None:
    assert TextScore((-0.1, -0.2, -0.3)).log_probability == (-0.1 + -0.2) + -0.3
    assert TextScore((-1e16, -1.0, -1.0)).log_probability == -1e16


def test_counts_are_those_of_every_token() -> None:
    import numpy as np

    counts = Unigrams("c", np.array([3, 0, 5], dtype=np.int64))
    assert counts.log_probability((0, 1, 2)) == pytest.approx(math.log(4 / 11) + math.log(1 / 11) + math.log(6 / 11))
    assert counts.log_probability(()) == 0.0


# --- what went otherwise than planned, and defects


def test_a_defect_while_a_model_is_loaded_keeps_its_type(gpt2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(scoring, "load_scorer", broken)
    with pytest.raises(ZeroDivisionError, match="broken"):
        causal(gpt2).score([unit("a", "x")])


def test_an_engine_that_was_not_planned_is_counted(gpt2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise ValueError("no such mask\nmore")

    planned = causal(gpt2).score([unit("a", "x y z")])
    assert planned.fallbacks == {}
    release_scorer()
    monkeypatch.setattr(engine, "Gpt2Trunk", type("Refusing", (), {"fits": lambda _: True, "__new__": refuses}))
    slower = causal(gpt2).score([unit("a", "x y z")])
    assert slower.counts["fallback/engine packed (gpt2: ValueError: no such mask)"] == 1
    release_scorer()


def test_a_defect_of_an_engine_is_no_fallback(gpt2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    release_scorer()
    monkeypatch.setattr(engine, "Gpt2Trunk", type("Broken", (), {"fits": lambda _: True, "__new__": broken}))
    with pytest.raises(ZeroDivisionError):
        causal(gpt2).score([unit("a", "x y z")])


def test_halved_batches_are_counted_once(gpt2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = causal(gpt2)
    whole = held.score([unit("a", "x y z", "x y"), unit("b", "z y")])
    compute = PackedScorer._compute_pack

    def too_much(self: PackedScorer, texts: Any) -> Any:
        if len(texts) > 1:
            raise MemoryError
        return compute(self, texts)

    monkeypatch.setattr(PackedScorer, "_compute_pack", too_much)
    halved = held.score([unit("a", "x y z", "x y"), unit("b", "z y")])
    assert halved.counts["fallback/batches halved because memory ran out"] == 2
    assert halved.scores.equals(whole.scores)
    monkeypatch.undo()
    assert held.score([unit("a", "x")]).fallbacks == {}
