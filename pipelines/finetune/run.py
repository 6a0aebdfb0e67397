"""Train the adapter of a recipe, and write it with a card and the hashes of its titles."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from versebench.models.poets.training_titles import LINES, TITLES, hashes_of, write_hashes
from versebench.models.scorers.identity import UnknownModelError, identify
from versebench.pipelines.errors import DataError
from versebench.pipelines.finetune.poems import TitledPoem, read_data
from versebench.pipelines.finetune.recitation import ANSWERS, held_out, recitation
from versebench.pipelines.recipe.extras import require
from versebench.storage import filesystem
from versebench.transforms.finetune.settings import Finetune
from versebench.transforms.proftap.poem_text import poem_lines
from versebench.transforms.proftap.prompts import messages
from versebench.transforms.proftap.titles import title_key, title_names

CARD = "README.md"
Recited = Mapping[str, Mapping[str, int]]
_PACKAGES = ("torch", "transformers", "peft", "bitsandbytes")


def finetune(recipe: Finetune, root: Path, progress: Callable[[int, int, float], None]) -> dict[str, Any]:
    """Train the adapter, or continue a training that was stopped. Returns where it is and what it was made of.

    Raises :class:`DataError` for data, a model or a checkpoint that cannot be used.
    """
    require("finetune", "versebench finetune")
    poems = read_data(recipe.data)
    to_learn, unseen = held_out(poems.kept, recipe.recitation.titles, recipe.seed)
    try:
        base = identify(recipe.base.model, recipe.base.revision)
    except UnknownModelError as error:
        raise DataError(str(error)) from None
    from versebench.transforms.finetune import train

    revision = base.revision if base.on_hub else None
    folder = root / "adapters" / recipe.name
    folder.mkdir(parents=True, exist_ok=True)
    filesystem.sweep(str(folder))
    try:
        tokenizer = train.load_tokenizer(base.location, revision)
        examples = _examples(recipe, to_learn, tokenizer)
        model = train.with_adapter(train.load_base(recipe.base, base.location, revision), recipe.training, recipe.seed)
    except train.FinetuneError as error:
        raise DataError(str(error)) from None
    learned = [poem for poem, _ in examples]
    facts: dict[str, Any] = {
        "base": base.name,
        "revision": base.revision,
        "data_sha256": _sha256([[poem.title, poem.text, poem.form] for poem in learned]),
        "poems": len(learned),
        "left_out_titles_of_the_test": poems.of_test,
        "left_out_without_title_or_lines": poems.unusable,
        "held_out": len(poems.kept) - len(to_learn),
        "left_out_longer": len(to_learn) - len(learned),
        "packages": {name: version(name) for name in _PACKAGES},
    }
    settings = recipe.model_dump(mode="json")
    identity = _sha256([settings, facts])
    tokens = [tokens for _, tokens in examples]
    try:
        losses = train.train(model, tokens, recipe.training, recipe.seed, folder, identity, progress)
    except train.FinetuneError as error:
        raise DataError(str(error)) from None
    write_hashes(hashes_of(name for poem in learned for name in title_names(poem.title)), folder / TITLES)
    write_hashes(hashes_of(title_key(line) for poem in learned for line in poem_lines(poem.text)), folder / LINES)
    train.write_adapter(model, folder, base.name, revision)
    del model  # the trained model is loaded again as a poet would load it
    recited = recitation(recipe, revision, learned, unseen, folder) if unseen else {}
    filesystem.write_bytes(str(folder / CARD), _card(recipe, facts, losses, recited).encode())
    result = {"adapter": str(folder), "steps": len(losses), "first_loss": losses[0], "last_loss": losses[-1], **facts}
    return {**result, "recitation": recited}


def _examples(recipe: Finetune, poems: Sequence[TitledPoem], tokenizer: Any) -> list[tuple[Any, Any]]:
    """Poems with their tokens; those with too many are left out."""
    from versebench.transforms.finetune.examples import example

    pairs = [(poem, example(tokenizer, messages(recipe.prompt, poem.title, poem.form), poem.text)) for poem in poems]
    fitting = [(poem, tokens) for poem, tokens in pairs if len(tokens.tokens) <= recipe.training.tokens]
    if not fitting:
        raise DataError(f"each poem has more than {recipe.training.tokens} tokens; raise training.tokens")
    return fitting


def _sha256(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _card(recipe: Finetune, facts: dict[str, Any], losses: Sequence[float], recited: Recited) -> str:
    """The card of an adapter: base, data, settings, and the loss at ten steps and the last."""
    shown = sorted({*range(0, len(losses), max(1, len(losses) // 10)), len(losses) - 1})
    curve = "\n".join(f"| {step + 1} | {losses[step]:.4f} |" for step in shown)
    settings = json.dumps(recipe.model_dump(mode="json"), indent=2, ensure_ascii=False)
    rows = "\n".join(
        f"| {name.replace('_', ' ')} | {json.dumps(value, ensure_ascii=False)} |" for name, value in facts.items()
    )
    return (
        f"# {recipe.name}\n\n"
        f"A LoRA adapter of {facts['base']}, trained by `versebench finetune` on poems with titles. "
        f"Licence: {recipe.licence}.\n\n"
        f"| | |\n|---|---|\n{rows}\n\n"
        f"The titles and lines that it learned stand as hashes in `{TITLES}` and `{LINES}`: a test that asks this "
        "model leaves these titles out.\n\n"
        f"## Settings\n\n```json\n{settings}\n```\n\n"
        f"{_recitation(recited)}"
        f"## Loss\n\n| step | loss |\n|---|---|\n{curve}\n"
    )


def _recitation(recited: Recited) -> str:
    if not recited:
        return ""
    names = ("asked", "poems", "recited", "exact_reuse", "near_reuse")
    rows = "\n".join(f"| {group} | {' | '.join(str(of[name]) for name in names)} |" for group, of in recited.items())
    return (
        "## Recitation\n\n"
        "Poems that the trained model wrote for titles that it learned, and for titles that were held out: how many "
        "are the person's poem of that title, and how many repeat learned lines by the rules of reuse. "
        f"`{ANSWERS}` has them.\n\n"
        f"| titles | asked | poems | recited | exact.v1 | near.v1 |\n|---|---|---|---|---|---|\n{rows}\n\n"
    )
