import subprocess
import sys
from pathlib import Path

import pytest

from versebench.models.cache import cache_folder
from versebench.models.thesaurus.contract import ThesaurusError
from versebench.models.thesaurus.registry import THESAURI, load_thesaurus


def test_a_thesaurus_is_loaded_once_by_name() -> None:
    assert list(THESAURI) == ["wordnet", "merriam-webster"]
    assert load_thesaurus("wordnet") is load_thesaurus("wordnet")
    assert load_thesaurus("wordnet").holds("cat")


def test_an_unknown_thesaurus_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown thesaurus 'roget'; choose one of: wordnet, merriam-webster"):
        load_thesaurus("roget")


def test_merriam_webster_loads_without_a_key_and_asks_for_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MERRIAM_WEBSTER_KEY", raising=False)
    monkeypatch.delenv("VERSEBENCH_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    one = THESAURI["merriam-webster"]()
    assert cache_folder() == tmp_path / "versebench"
    with pytest.raises(ThesaurusError, match="set MERRIAM_WEBSTER_KEY"):
        one.holds("cat")


def test_the_registry_loads_nothing_of_weight() -> None:
    check = (
        "import sys, versebench.models.thesaurus.registry as r; "
        "heavy = {'lemminflect', 'spacy', 'httpx2', 'pyarrow', 'pydantic', 'numpy'} & set(sys.modules); "
        "sys.exit(', '.join(sorted(heavy)) or None)"
    )
    subprocess.run([sys.executable, "-c", check], check=True)
