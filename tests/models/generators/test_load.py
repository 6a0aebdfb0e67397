"""How a generator is loaded, and what cannot be one."""

import json
import shutil
from pathlib import Path

import pytest

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from tokenizers import Tokenizer, models, pre_tokenizers  # noqa: E402

from tests.models.scorers.packed.tiny import model, tokenizer  # noqa: E402
from versebench.models.generators.contract import Prompt  # noqa: E402
from versebench.models.generators.line_ends import LineEnds  # noqa: E402
from versebench.models.generators.registry import load_generator, release_generator  # noqa: E402
from versebench.models.generators.settings import GeneratorSettings  # noqa: E402
from versebench.models.scorers.contract import ModelLoadError  # noqa: E402
from versebench.models.scorers.identity import identify  # noqa: E402

SETTINGS = GeneratorSettings(model="gpt2-writer")
SHIPPED = identify("gpt2-writer", None)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the shipped generator to change."""
    return Path(shutil.copytree(SHIPPED.location, tmp_path / "changed"))


def failure(folder: Path, start_token: str | None = None) -> str:
    with pytest.raises(ModelLoadError) as caught:
        load_generator(GeneratorSettings(model=str(folder), start_token=start_token), identify(str(folder), None))
    return str(caught.value)


def without_start(folder: Path) -> Path:
    path = folder / "tokenizer_config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"bos_token": None}))
    return folder


def test_a_process_holds_one_generator() -> None:
    held = load_generator(SETTINGS, SHIPPED)
    assert load_generator(SETTINGS, SHIPPED) is held
    other = load_generator(SETTINGS.model_copy(update={"precision": "bf16"}), SHIPPED)
    assert other is not held
    assert load_generator(SETTINGS, SHIPPED) is not held
    release_generator()


def test_the_shipped_generator_writes_a_line() -> None:
    held = load_generator(SETTINGS, SHIPPED)
    prompt = Prompt("There was an Old Man with a beard,\n", 12)
    assert held.fits(prompt)
    assert not held.fits(Prompt(prompt.text, 256))
    [[best, *_]] = held.beam([prompt], 5)
    assert best.text
    assert "\n" not in best.text
    assert held.tokens(best.text) <= 12
    release_generator()


def test_a_tokenizer_without_a_start_token_is_told_with_the_remedy(copy: Path) -> None:
    without_start(copy)
    assert failure(copy) == "changed: the tokenizer has no start token; set start_token"
    assert failure(copy, start_token="<start>") == (
        "changed: the tokenizer has no token '<start>'; set start_token to one of its tokens"
    )


def test_a_named_start_token_is_given(copy: Path) -> None:
    without_start(copy)
    prompt = Prompt("There was an Old Man\n", 4)
    plain = load_generator(SETTINGS, SHIPPED).beam([prompt], 3)
    named = GeneratorSettings(model=str(copy), start_token="<|endoftext|>")
    assert load_generator(named, identify(str(copy), None)).beam([prompt], 3) == plain
    release_generator()


def test_a_tokenizer_that_cannot_end_a_line_is_told(copy: Path) -> None:
    pieces = Tokenizer(models.WordPiece({"[UNK]": 0, "[CLS]": 1, "owl": 2, "s": 3}, unk_token="[UNK]"))
    pieces.pre_tokenizer = pre_tokenizers.Whitespace()
    transformers.PreTrainedTokenizerFast(tokenizer_object=pieces, unk_token="[UNK]", bos_token="[CLS]").save_pretrained(
        copy
    )
    assert failure(copy) == (
        "changed: its tokenizer has no token for a line break, so the model can neither read nor end a line; choose a "
        "model with a byte-level tokenizer"
    )


def test_a_model_whose_lines_cannot_share_beginnings_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "bloom"
    model("bloom").save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    message = failure(folder)
    assert message.startswith("bloom: it cannot compute shared beginnings of lines once (packed: ")
    assert message.endswith("; choose another model")


def test_every_token_with_a_line_break_ends_a_line() -> None:
    spells = transformers.AutoTokenizer.from_pretrained(SHIPPED.location)
    ends = LineEnds.of(spells)
    assert ends.tokens == {0, *(token for token in range(len(spells)) if "\n" in spells.decode([token]))}
    assert ends.kind(0) == "end_of_text"
    assert ends.kind(spells.encode("\n")[0]) == "line_break"
