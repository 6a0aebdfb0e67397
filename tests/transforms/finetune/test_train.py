"""Training of adapters: the losses are those of a plain loop over peft, and the bytes survive a stop."""

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("peft")
bitsandbytes = pytest.importorskip("bitsandbytes")

from peft import LoraConfig, PeftModel, get_peft_model  # noqa: E402
from transformers import (  # noqa: E402
    AutoModelForCausalLM,
    BitsAndBytesConfig,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
)

from versebench.models.ghostwriters.adapters import add_adapter  # noqa: E402
from versebench.transforms.finetune.examples import Example, places_of_step, steps_of  # noqa: E402
from versebench.transforms.finetune.settings import Base, Training  # noqa: E402
from versebench.transforms.finetune.train import (  # noqa: E402
    CHECKPOINT,
    FinetuneError,
    load_base,
    train,
    with_adapter,
    write_adapter,
)

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="the bytes are those of a CPU")

SEED = 7
EXAMPLES = [Example(tuple((place * 13 + step * 7) % 90 + 1 for step in range(6 + place % 5)), 3) for place in range(7)]
TRAINING = Training(rank=4, alpha=8, accumulation=3, learning_rate=1e-2, warmup=4, epochs=3, checkpoint=2)


@pytest.fixture(scope="module")
def llama(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("llama"))
    torch.manual_seed(1)
    sizes = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 2}
    LlamaForCausalLM(LlamaConfig(vocab_size=100, **sizes)).save_pretrained(folder)
    return folder


def adapted(folder: str, quantisation: str, training: Training = TRAINING) -> Any:
    base = Base.model_validate({"model": folder, "quantisation": quantisation, "precision": "fp32"})
    return with_adapter(load_base(base, folder, None), training, SEED)


def run(
    folder: str, out: Path, quantisation: str = "none", training: Training = TRAINING, stop: int = 0
) -> list[float]:
    def progress(step: int, _: int, __: float) -> None:
        if step == stop:
            raise InterruptedError

    out.mkdir(exist_ok=True)
    model = adapted(folder, quantisation, training)
    losses = train(model, EXAMPLES, training, SEED, out, "same", progress)
    write_adapter(model, out, "llama", None)
    return losses


def losses_of_peft(folder: str, quantisation: str) -> list[float]:
    """The loop as the manual of peft writes it, without any of our functions but the order of the examples."""
    how = BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=torch.float32,
    )
    options = {"quantization_config": how} if quantisation == "nf4" else {}
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, **options)
    torch.manual_seed(SEED)
    layers = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
    model = get_peft_model(model, LoraConfig(task_type="CAUSAL_LM", r=4, lora_alpha=8, target_modules=layers))
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, (step + 1) / 4))
    losses = []
    model.train()
    for step in range(7):
        total = 0.0
        for place in places_of_step(step, 3, len(EXAMPLES), SEED):
            tokens = torch.tensor([EXAMPLES[place].tokens])
            labels = tokens.clone()
            labels[:, :3] = -100
            loss = model(input_ids=tokens, labels=labels).loss / 3
            loss.backward()
            total += loss.item()
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        losses.append(total)
    return losses


@pytest.mark.parametrize("quantisation", ["nf4", "none"])
def test_losses_are_those_of_a_loop_over_peft(llama: str, tmp_path: Path, quantisation: str) -> None:
    losses = run(llama, tmp_path / "a", quantisation)
    assert losses == pytest.approx(losses_of_peft(llama, quantisation), abs=1e-5)
    assert losses[-1] < losses[0] - 0.1


def test_nf4_stores_every_linear_layer_but_the_head_in_four_bits(llama: str) -> None:
    model = adapted(llama, "nf4")
    stored = [module for module in model.modules() if isinstance(module, bitsandbytes.nn.Linear4bit)]
    assert len(stored) == 14
    assert {module.weight.quant_state.quant_type for module in stored} == {"nf4"}
    assert all(module.weight.quant_state.nested for module in stored)
    assert all(module.weight.dtype == torch.uint8 for module in stored)


@pytest.mark.parametrize("stop", [1, 3, 4])
def test_a_stopped_training_ends_with_the_same_bytes(llama: str, tmp_path: Path, stop: int) -> None:
    training = TRAINING.model_copy(update={"dropout": 0.2})
    whole = run(llama, tmp_path / "whole", training=training)
    with pytest.raises(InterruptedError):
        run(llama, tmp_path / "stopped", training=training, stop=stop)
    assert run(llama, tmp_path / "stopped", training=training) == whole
    for name in ("adapter_model.safetensors", "adapter_config.json"):
        assert (tmp_path / "stopped" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_checkpoint_of_other_work_is_not_continued(llama: str, tmp_path: Path) -> None:
    run(llama, tmp_path)
    losses = train(adapted(llama, "none"), EXAMPLES[:4], TRAINING, SEED, tmp_path, "other", lambda *_: None)
    assert len(losses) == 4


def damaged(whole: bytes) -> list[bytes]:
    """A checkpoint that is cut or overwritten, and files that are none."""
    middle = len(whole) // 2
    cut = [whole[:-1], whole[:middle], whole[:100], b"", b"\0" * len(whole), b"no checkpoint"]
    return [*cut, b"\0" * 200 + whole[200:], whole[:-200] + b"\0" * 200, whole[:60] + b"\xff" * 60 + whole[120:]]


def test_a_damaged_checkpoint_is_one_message(llama: str, tmp_path: Path) -> None:
    run(llama, tmp_path)
    path = tmp_path / CHECKPOINT
    state = torch.load(path, weights_only=True)
    contents = damaged(path.read_bytes())
    for other in ([1], {"identity": "same"}, {**state, "weights": 3}, {**state, "optimiser": {}}):
        torch.save(other, path)
        contents.append(path.read_bytes())
    for content in contents:
        path.write_bytes(content)
        with pytest.raises(FinetuneError, match=rf"the checkpoint {path} is damaged \(\w+\); delete it, and the"):
            run(llama, tmp_path)


def test_ghostwriters_and_peft_read_the_adapter_alike(llama: str, tmp_path: Path) -> None:
    run(llama, tmp_path)
    tokens = torch.tensor([EXAMPLES[0].tokens])
    ours, theirs = (AutoModelForCausalLM.from_pretrained(llama, dtype=torch.float32) for _ in range(2))
    before = ours(tokens).logits
    add_adapter(ours, str(tmp_path))
    after = ours(tokens).logits
    assert torch.allclose(after, PeftModel.from_pretrained(theirs, str(tmp_path))(tokens).logits, atol=1e-5)
    assert not torch.allclose(after, before, atol=1e-2)


def test_batches_give_the_mean_over_their_tokens_and_padding_counts_nothing(llama: str, tmp_path: Path) -> None:
    """Two examples of one length have the same loss together as one after the other."""
    equal = [Example((1, 2, 3, 4, 5), 2), Example((9, 8, 7, 6, 5), 2)]
    one = Training(rank=2, epochs=1.0, learning_rate=1e-3, warmup=0, accumulation=2)
    two = one.model_copy(update={"batch": 2, "accumulation": 1})
    losses = [
        train(adapted(llama, "none", each), equal, each, SEED, tmp_path, str(place), lambda *_: None)
        for place, each in enumerate((one, two))
    ]
    assert losses[0] == pytest.approx(losses[1], abs=1e-6)


def test_gpt2_is_refused_in_four_bits_and_trained_without(tmp_path: Path) -> None:
    torch.manual_seed(1)
    GPT2LMHeadModel(GPT2Config(vocab_size=100, n_embd=32, n_layer=1, n_head=2)).save_pretrained(tmp_path / "gpt2")
    folder = str(tmp_path / "gpt2")
    with pytest.raises(FinetuneError, match="quantisation: none"):
        adapted(folder, "nf4")
    losses = run(folder, tmp_path / "out")
    assert losses[-1] < losses[0]
    add_adapter(AutoModelForCausalLM.from_pretrained(folder), str(tmp_path / "out"))


def test_a_model_that_is_not_causal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "bert", "architectures": ["BertForMaskedLM"]}')
    with pytest.raises(FinetuneError, match=r"not a causal model.*BertForMaskedLM"):
        load_base(Base(model="bert", quantisation="none"), str(tmp_path), None)


def test_steps_and_order() -> None:
    assert steps_of(40_026, 1.5, 8) == 7505
    seen = [place for step in range(7) for place in places_of_step(step, 3, 7, SEED)]
    assert [sorted(seen[first : first + 7]) for first in (0, 7, 14)] == [list(range(7))] * 3
    assert seen[:7] != seen[7:14]


def test_the_loss_is_of_the_answer_alone_unless_the_recipe_says_all() -> None:
    assert Example((5, 6, 7, 8), 2).labels("answer") == (-100, -100, 7, 8)
    assert Example((5, 6, 7, 8), 2).labels("all") == (5, 6, 7, 8)
