"""How a judge is loaded: once per process, with torch and transformers imported only then."""

from functools import lru_cache

from models.judges.contract import Convention, Judge
from models.judges.identity import ModelIdentity


@lru_cache(maxsize=1)
def load_judge(identity: ModelIdentity, convention: Convention) -> Judge:
    """The loaded model; the one loaded before it is released.

    Raises ``models.judges.contract.ModelLoadError`` with the remedy, and ``ImportError`` without the ``score`` extra.
    """
    from models.judges.causal import load_causal

    return load_causal(identity, convention)
