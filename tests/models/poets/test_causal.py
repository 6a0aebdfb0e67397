"""``causal.v1``: poems by the shipped model, with a chat template, from a folder, and with an adapter."""

import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from safetensors.torch import save_file  # noqa: E402

from versebench.models.poets.causal import CausalPoetSettings  # noqa: E402
from versebench.models.poets.contract import Answer, Drawing, PoetError, Request  # noqa: E402
from versebench.models.poets.training_titles import TITLES, text_hash  # noqa: E402
from versebench.models.scorers.identity import identify  # noqa: E402
from versebench.transforms.proftap.prompts import messages  # noqa: E402
from versebench.transforms.proftap.titles import title_key  # noqa: E402

SAMPLE = Path(__file__).parents[3] / "samples" / "chinese" / "poems.json"
SHIPPED = Path(identify("gpt2-tang", None).location)
TITLE_WORDS = ("夜车", "港灯", "秋日登楼", "雨夜")
FORMS = ("绝句", "律诗")
COUPLETS = {"绝句": 2, "律诗": 4}
POEM = re.compile(r"(\w{5}，\w{5}。\n)+|(\w{7}，\w{7}。\n)+")


def settings(**values: object) -> CausalPoetSettings:
    given = {"poet": "causal.v1", "name": "tang", "model": "gpt2-tang", "most_tokens": 80}
    return CausalPoetSettings.model_validate({**given, **values})


def request(number: int, attempt: int = 1) -> Request:
    title = TITLE_WORDS[number % len(TITLE_WORDS)]
    return Request(f"{number}", title, messages("title_form.v1", title, FORMS[number % 2]), attempt)


REQUESTS = [request(number) for number in range(24)]


def copied(tmp_path: Path) -> Path:
    """The shipped model as a folder of somebody else."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "model"))


def test_the_shipped_poet_writes_well_formed_poems_that_differ() -> None:
    answers = settings().load(1).write(REQUESTS)
    assert sum(answer.ended and bool(POEM.fullmatch(f"{answer.text}\n")) for answer in answers) >= 22
    couplets = [COUPLETS[FORMS[number % 2]] for number in range(len(answers))]
    assert sum(len(answer.text.split("\n")) == many for answer, many in zip(answers, couplets, strict=True)) >= 22
    assert len({answer.text for answer in answers}) == len(answers)
    assert all(answer.tokens == len(answer.text) for answer in answers)


def test_threads_of_a_worker_write_the_answers_of_one() -> None:
    poet, halves = settings().load(1), (REQUESTS[:6], REQUESTS[6:12])
    wanted = [poet.write(half) for half in halves]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(poet.write, halves)) == wanted


def test_an_answer_is_the_same_alone_and_differs_by_seed_attempt_and_name() -> None:
    poet = settings().load(1)
    answers = poet.write(REQUESTS[:6])
    assert poet.write(REQUESTS[4:5]) == answers[4:5]
    assert settings().load(2).write(REQUESTS[4:5]) != answers[4:5]
    assert settings(name="cold").load(1).write(REQUESTS[4:5]) != answers[4:5]
    assert poet.write([request(4, attempt=2)]) != answers[4:5]


def test_what_draws_tokens_is_stated_as_it_is_used(tmp_path: Path) -> None:
    assert settings(most_tokens=512).drawing() == Drawing(0.9, 1.0, 192), "three quarters of 256"
    model = copied(tmp_path)
    (model / "generation_config.json").write_text(json.dumps({"do_sample": True, "top_p": 0.8, "eos_token_id": 0}))
    own = settings(model=str(model), temperature=0.7)
    assert own.drawing() == Drawing(0.7, 0.8, 80)
    assert settings(model=str(model), top_p=1).drawing() == Drawing(0.9, 1.0, 80)
    loaded = own.load(1).model.sampling  # type: ignore[attr-defined]
    assert (loaded.temperature, loaded.top_p, loaded.most_tokens) == (0.7, 0.8, 80)


def test_an_answer_that_does_not_end_says_so_and_a_prompt_without_room_is_a_problem() -> None:
    short = settings(most_tokens=3).load(1).write(REQUESTS[:1])
    assert [(answer.tokens, answer.ended) for answer in short] == [(3, False)]
    long = Request("1", "长", messages("{{title}}", "长" * 300, "绝句"), 1)
    answers = settings().load(1).write([long, REQUESTS[0]])
    assert answers[0] == Answer("", problem="prompt_too_long")
    assert answers[1] == settings().load(1).write(REQUESTS[:1])[0]


def test_a_chat_template_frames_the_prompt(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    template = "{{ bos_token }}{% for message in messages %}{{ message.content }}{% endfor %}"
    (folder / "chat_template.jinja").write_text(template)
    plain, framed = (settings(model=model).load(1).write(REQUESTS[:3]) for model in ("gpt2-tang", str(folder)))
    assert framed == plain
    (folder / "chat_template.jinja").write_text(template.replace("{{ bos_token }}", "{{ bos_token }}律诗"))
    assert settings(model=str(folder)).load(1).write(REQUESTS[:3]) != plain


def test_top_p_is_the_one_of_the_model(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    assert settings(model=str(folder)).load(1).model.sampling.top_p == 1  # type: ignore[attr-defined]
    (folder / "generation_config.json").write_text(json.dumps({"top_p": 0.3, "eos_token_id": [0, 5]}))
    how = settings(model=str(folder)).load(1).model.sampling  # type: ignore[attr-defined]
    assert (how.top_p, how.ends) == (0.3, {0, 5})
    assert settings(model=str(folder), top_p=0.6).load(1).model.sampling.top_p == 0.6  # type: ignore[attr-defined]


def test_an_adapter_changes_the_poems_and_the_hashes(tmp_path: Path) -> None:
    adapter = tmp_path / "adapter"
    adapter.mkdir()
    layer = "base_model.model.transformer.h.0.attn.c_attn"
    tensors = {f"{layer}.lora_A.weight": torch.ones(2, 192), f"{layer}.lora_B.weight": torch.ones(576, 2) * 0.05}
    save_file(tensors, adapter / "adapter_model.safetensors")
    config = {"peft_type": "LORA", "r": 2, "lora_alpha": 4, "target_modules": ["c_attn"], "bias": "none"}
    (adapter / "adapter_config.json").write_text(json.dumps(config))
    plain, adapted = settings(), settings(adapter=str(adapter))
    assert plain.load(1).write(REQUESTS[:2]) != adapted.load(1).write(REQUESTS[:2])
    assert adapted.files().keys() - plain.files().keys() == {"adapter"}
    assert plain.files().items() < adapted.files().items()


def test_it_says_what_it_was_trained_on_and_no_sample_title_is_among_it(tmp_path: Path) -> None:
    known = settings().trained_on()
    assert known is not None
    assert text_hash(title_key("静夜思")) in known
    sample = {text_hash(title_key(row["title"])) for row in json.loads(SAMPLE.read_text(encoding="utf-8"))}
    assert not sample & known
    folder = copied(tmp_path)
    (folder / TITLES).unlink()
    assert settings(model=str(folder)).trained_on() is None
    (folder / TITLES).write_text("no table")
    with pytest.raises(PoetError, match="does not hold hashes of a training"):
        settings(model=str(folder)).trained_on()


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PoetError, match="does not exist"):
        settings(model=str(tmp_path / "none")).files()


@pytest.mark.parametrize(
    ("key", "value"), [("top_p", 7), ("top_p", 0), ("temperature", float("inf")), ("temperature", 0)]
)
def test_settings_without_a_meaning_are_refused(key: str, value: float) -> None:
    with pytest.raises(ValueError, match=key):
        settings(**{key: value})


def test_the_hashes_of_training_titles_are_part_of_what_a_poem_depends_on(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    before = settings(model=str(folder)).files()
    (folder / TITLES).unlink()
    assert settings(model=str(folder)).files() != before
