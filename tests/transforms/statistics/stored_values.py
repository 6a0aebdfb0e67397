"""Values of other packages, stored with the data that they are of."""

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "stored"


def stored(name: str) -> Any:
    """The data and values of a file.

    ``judgements`` was made by ``python benchmarks/peers/judgements.py``, which gives back its data with the values;
    ``delong`` by ``Rscript benchmarks/peers/delong.R`` of files that hold its numbers; ``logistic`` by ``python
    benchmarks/peers/logistic.py``, which draws its data.
    """
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
