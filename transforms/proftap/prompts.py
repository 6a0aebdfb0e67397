"""What a model is asked: prompts by versioned name, or a template of the recipe.

To add a prompt, add a line to :data:`PROMPTS`. ``{{title}}`` stands for the title, ``{{form}}`` for the form.
"""

import re

from versebench.models.poets.contract import Message
from versebench.transforms.text.draws import Draws

PROMPTS: dict[str, tuple[Message, ...]] = {
    # Deng, Yang and Wang (2024), section 3.2: one prompt for all models but the fine-tuned one.
    "proftap2024.v1": (
        Message(
            "user",
            "想象你是一位著名诗人，请你写一首题为《{{title}}》的古诗。要让别人以为你的诗是真人所作，不要让人看出是机器生成的。",
        ),
    ),
    # The same, section 3.4: the format of the training data of Qwen-72B-Poet.
    "poet.v1": (
        Message("system", "You are a helpful assistant."),
        Message("user", "写一首题为《{{title}}》的{{form}}"),
    ),
    # What stands before a poem in the training data of gpt2-tang.
    "title_form.v1": (Message("user", "{{form}}《{{title}}》\n"),),
}
"""The messages of each prompt."""

DRAWN_FORMS = ("古风", "律诗", "绝句")
"""The forms of ``poet.v1``, drawn with equal chance."""

_FORM_WORDS = {"排律": "律诗", "四言": "古风", "六言": "古风"}
_PLACE = re.compile(r"\{\{\s*(\w*)\s*\}\}")
_PLACES = ("title", "form")


def prompt_problem(prompt: str) -> str | None:
    """Why a recipe cannot have a prompt, given by its name or as a template; None if it can."""
    if prompt in PROMPTS:
        return None
    named = _PLACE.findall(prompt)
    if unknown := next((name for name in named if name not in _PLACES), None):
        return f"the prompt has the placeholder {{{{{unknown}}}}}; only {{{{title}}}} and {{{{form}}}} are filled in"
    if "title" not in named:
        return (
            f"no prompt is called {prompt[:40]!r}, and as a template it lacks {{{{title}}}}; "
            f"choose from {', '.join(PROMPTS)}, or write a template"
        )
    return None


def messages(prompt: str, title: str, form: str) -> tuple[Message, ...]:
    """The messages of a prompt, given by its name or as a template, for a title and a form."""
    values = {"title": title, "form": form}
    return tuple(
        Message(message.role, _PLACE.sub(lambda place: values[place.group(1)], message.content))
        for message in PROMPTS.get(prompt, (Message("user", prompt),))
    )


def form_word(form: str) -> str:
    """The word for a form in ``poet.v1``, which knows three."""
    return _FORM_WORDS.get(form, form)


def drawn_form(seed: int, title_id: str) -> str:
    """The form that is asked for with a title: the same for every model."""
    return Draws(seed, "form of a poem", title_id, 0).choice(DRAWN_FORMS)
