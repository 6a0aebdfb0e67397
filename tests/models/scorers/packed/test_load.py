"""How a causal scorer is loaded: the shipped model against a plain computation of the same scores, and damaged ones."""

import json
import shutil
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from safetensors.torch import load_file, save_file  # noqa: E402

from tests.models.scorers import saved  # noqa: E402
from versebench.models.scorers.contract import (  # noqa: E402
    ModelLoadError,
    TextScore,
    Unscored,
)
from versebench.models.scorers.identity import ModelIdentity, identify  # noqa: E402
from versebench.models.scorers.load_options import LoadOptions  # noqa: E402
from versebench.models.scorers.packed.causal import CausalScorer  # noqa: E402
from versebench.models.scorers.packed.convention import PackedConvention  # noqa: E402
from versebench.models.scorers.packed.load import load_causal, load_causal_vocabulary  # noqa: E402

IDENTITY = identify("gpt2-verse", None)
PAPERS = PackedConvention()
TEXTS = [
    "A river is rain with a plan:\n“Past the mill, through the reeds,” it began,",
    "Low to the ground as goes",
    "春眠 🎂 straße",
    "a",
    "There was an Old Man with a beard,\nWho said, It is just as I feared!",
]


@pytest.fixture(scope="module")
def scorer() -> CausalScorer:
    return load_causal(IDENTITY, PAPERS)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the shipped model to damage."""
    return Path(shutil.copytree(IDENTITY.location, tmp_path / "damaged"))


def answers(scorer: CausalScorer, *texts: str) -> list[TextScore | Unscored]:
    """The scores of one unit of some texts."""
    [unit] = scorer.score_units([texts])
    [found] = unit.values()
    return list(found)


def scored(scorer: CausalScorer, *texts: str) -> list[TextScore]:
    scores = answers(scorer, *texts)
    assert all(isinstance(score, TextScore) for score in scores), scores
    return [score for score in scores if isinstance(score, TextScore)]


def plain(text: str) -> list[float]:
    """Each token's log-probability after a prefix that grows token by token, from logits in double precision."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(IDENTITY.location)
    model = transformers.AutoModelForCausalLM.from_pretrained(IDENTITY.location).eval()
    prefix, found = [tokenizer.bos_token_id], []
    for token in tokenizer.encode(text, add_special_tokens=False):
        with torch.no_grad():
            logits = model(torch.tensor([prefix])).logits[0, -1].double()
        found.append(float(logits[token] - logits.exp().sum().log()))
        prefix.append(token)
    return found


# --- scores


@pytest.mark.parametrize("text", TEXTS[:3])
def test_a_score_is_the_sum_over_tokens_of_what_the_model_says_after_the_start_token(
    scorer: CausalScorer, text: str
) -> None:
    [score] = scored(scorer, text)
    expected = plain(text)
    assert score.token_log_probabilities == pytest.approx(expected, rel=2e-6, abs=1e-5)
    assert score.log_probability == pytest.approx(sum(expected), abs=1e-5 * len(expected))


def test_a_score_has_the_same_bits_whatever_comes_with_it_and_in_which_order(scorer: CausalScorer) -> None:
    together = scored(scorer, *TEXTS)
    assert [scored(scorer, text)[0] for text in TEXTS] == together
    assert scored(scorer, *reversed(TEXTS)) == together[::-1]
    assert scored(scorer, *TEXTS * 2) == together * 2


def test_the_same_bits_when_loaded_again(scorer: CausalScorer) -> None:
    assert scored(load_causal(IDENTITY, PAPERS), *TEXTS) == scored(scorer, *TEXTS)


def test_a_text_that_spells_the_start_token_is_a_text(scorer: CausalScorer) -> None:
    [score] = scored(scorer, "a<|endoftext|>b")
    assert len(score.token_log_probabilities) > 4


def test_line_breaks_are_kept_or_become_spaces(scorer: CausalScorer) -> None:
    space = PackedConvention(line_breaks="space")
    spaced = load_causal(IDENTITY, space)
    assert scored(spaced, "one\ntwo") == scored(scorer, "one two") != scored(scorer, "one\ntwo")
    [unit], [other] = scorer.score_units([["a"]]), spaced.score_units([["a"]])
    assert (list(unit), list(other)) == (["bos-given+line-breaks-kept"], ["bos-given+line-breaks-space"])


def test_units_are_answered_in_their_order(scorer: CausalScorer) -> None:
    units = [TEXTS[:2], [], TEXTS[2:3]]
    expected = [[scored(scorer, text)[0] for text in unit] for unit in units]
    assert [list(unit[PAPERS.name]) for unit in scorer.score_units(units)] == expected
    assert scorer.score_units([]) == []


def test_pieces_are_spelt_as_the_tokenizer_does(scorer: CausalScorer) -> None:
    [unit] = scorer.score_units([["two owls"]], tokens=True)
    [score] = unit[PAPERS.name]
    assert isinstance(score, TextScore)
    assert "".join(scorer.pieces(score.token_ids)) == "two\u0120owls"
    assert score.spans is not None
    assert "".join("two owls"[start:end] for start, end in score.spans) == "two owls"


def test_bf16_is_near_fp32_and_another(scorer: CausalScorer) -> None:
    [low], [high] = scored(load_causal(IDENTITY, PAPERS, LoadOptions("bf16")), TEXTS[0]), scored(scorer, TEXTS[0])
    assert low.log_probability == pytest.approx(high.log_probability, rel=0.02)
    assert low.log_probability != high.log_probability


def test_a_vocabulary_needs_a_tokenizer_alone(copy: Path) -> None:
    (copy / "model.safetensors").unlink()
    identity = ModelIdentity("words", str(copy), "", on_hub=False)
    vocabulary = load_causal_vocabulary(identity, PAPERS, own_code=False)
    assert vocabulary.unknown_tokens("春眠 🎂 <|endoftext|> straße") == 0
    with pytest.raises(ModelLoadError, match="empty cannot be loaded as a causal model"):
        load_causal_vocabulary(ModelIdentity("empty", str(copy.parent), "", on_hub=False), PAPERS, own_code=False)


# --- texts without a score


def test_an_empty_text_has_none(scorer: CausalScorer) -> None:
    assert answers(scorer, "") == [Unscored("empty_text", "the tokenizer gives no token")]
    assert answers(scorer) == []


def test_a_text_is_scored_up_to_the_length_of_the_context(scorer: CausalScorer) -> None:
    context = json.loads((Path(IDENTITY.location) / "config.json").read_text())["n_positions"]
    tokenizer = transformers.AutoTokenizer.from_pretrained(IDENTITY.location)

    def of_length(tokens: int) -> str:
        texts = ("é\n" * words + "é" + "z" * more for words in range(tokens // 4, tokens) for more in range(4))
        return next(text for text in texts if len(tokenizer.encode(text, add_special_tokens=False)) == tokens)

    [longest] = scored(scorer, of_length(context - 1))
    assert len(longest.token_log_probabilities) == context - 1
    [unscored] = answers(scorer, of_length(context))
    assert unscored == Unscored("longer_than_context", f"{context} tokens and a start token, {context} fit")


def test_what_is_no_finite_number_is_no_score(copy: Path) -> None:
    weights = load_file(copy / "model.safetensors")
    weights["transformer.ln_f.bias"] = torch.full_like(weights["transformer.ln_f.bias"], float("nan"))
    save_file(weights, copy / "model.safetensors", metadata={"format": "pt"})
    broken = load_causal(identify(str(copy), None), PAPERS)
    assert answers(broken, "a") == [Unscored("not_finite", "a token's log-probability is no finite number")]


# --- models that cannot be loaded


def failure(folder: Path) -> str:
    with pytest.raises(ModelLoadError) as caught:
        load_causal(identify(str(folder), None), PAPERS)
    return str(caught.value)


@pytest.mark.parametrize("damage", ["cut", "empty", "zeros"])
def test_damaged_weights_are_told_with_the_remedy(copy: Path, damage: str) -> None:
    file = copy / "model.safetensors"
    content = file.read_bytes()
    file.write_bytes({"cut": content[: len(content) // 2], "empty": b"", "zeros": bytes(100)}[damage])
    message = failure(copy)
    assert message.startswith("damaged: its weights cannot be read (")
    assert message.endswith("; fetch them again")


def test_weights_that_lack_a_part_are_refused_and_not_drawn_at_random(copy: Path) -> None:
    weights = load_file(copy / "model.safetensors")
    del weights["transformer.h.0.attn.c_proj.weight"]
    save_file(weights, copy / "model.safetensors", metadata={"format": "pt"})
    assert "damaged: its weights lack transformer.h.0.attn.c_proj.weight" in failure(copy)


def test_weights_of_another_shape_are_refused(copy: Path) -> None:
    weights = load_file(copy / "model.safetensors")
    weights["transformer.wpe.weight"] = weights["transformer.wpe.weight"][:7].contiguous()
    save_file(weights, copy / "model.safetensors", metadata={"format": "pt"})
    assert failure(copy).startswith("damaged cannot be loaded as a causal model: ")


@pytest.mark.parametrize("file", ["model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_told_with_the_layout_that_is_needed(copy: Path, file: str) -> None:
    (copy / file).unlink()
    message = failure(copy)
    assert message.startswith("damaged cannot be loaded as a causal model: ")
    assert "it must be a folder" in message
    assert message.endswith("with safetensors and a tokenizer")


def test_a_config_that_is_none_is_told(copy: Path) -> None:
    (copy / "config.json").write_text("not json")
    assert failure(copy).startswith("damaged cannot be loaded as a causal model: ")


def test_a_tokenizer_without_a_start_token_is_told_with_the_remedy(copy: Path) -> None:
    path = copy / "tokenizer_config.json"
    config = json.loads(path.read_text())
    path.write_text(
        json.dumps({key: value for key, value in config.items() if key != "bos_token"} | {"bos_token": None})
    )
    assert failure(copy) == ("damaged: the tokenizer has no start token; set start_token")
    for convention in (PackedConvention(start="absent"), PackedConvention(start_token="<|endoftext|>")):
        assert scored(load_causal(identify(str(copy), None), convention), "two owls")
    with pytest.raises(ModelLoadError, match="no token '<start>'; set start_token to one of its tokens"):
        load_causal(identify(str(copy), None), PackedConvention(start_token="<start>"))


# --- models with code of their own


def test_code_that_comes_with_a_model_is_not_run_by_default(tmp_path: Path) -> None:
    folder = saved.with_own_code(tmp_path / "foreign")
    assert failure(folder) == (
        "foreign needs its own Python code, which is not run by default; if you trust its author, "
        "set run_code_of_the_model to true"
    )
    assert not (folder / "has_run").exists()


def test_code_that_comes_with_a_model_is_run_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transformers.dynamic_module_utils.HF_MODULES_CACHE", str(tmp_path / "modules"))
    monkeypatch.syspath_prepend(str(tmp_path / "modules"))
    folder = saved.with_own_code(tmp_path / "foreign")
    loaded = load_causal(identify(str(folder), None), PAPERS, LoadOptions(own_code=True))
    assert (folder / "has_run").exists()
    plain = load_causal(identify(str(saved.causal(tmp_path / "plain")), None), PAPERS)
    [one], [other] = scored(loaded, "the owl"), scored(plain, "the owl")
    assert one.token_log_probabilities == pytest.approx(other.token_log_probabilities, rel=1e-5)
