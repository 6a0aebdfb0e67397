"""The forms and languages that poems of a recipe may have, as they enter run ids."""

from versebench.pipelines.recipe.recipe import Recipe
from versebench.transforms.prosody.forms.registry import FORMS, in_language
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.scansion.claim import Claim


def forms_asked(recipe: Recipe) -> dict[str, dict[str, object]]:
    """The version of each form, and, if the form claims a metre, that its version does not check it.

    The stage ``annotate`` adds the name of its scanner.
    A source whose rows name their forms may have all forms of its language.
    """
    names = {source.form for source in recipe.placed_sources}
    for source in recipe.placed_sources:
        if "form" in source.mapping:
            names.update(form.name for form in FORMS.values() if in_language(form, source.language))
    forms = (FORMS[name] for name in sorted(names))
    return {
        form.name: {"version": form.version, **({"metre": str(Claim.UNCHECKED)} if form.metre else {})}
        for form in forms
    }


def languages_asked(recipe: Recipe) -> dict[str, str]:
    """The version of each language."""
    return {name: LANGUAGES[name].version for name in sorted({source.language for source in recipe.placed_sources})}
