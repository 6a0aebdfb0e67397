import json
import subprocess
import sys
from importlib.resources import files
from typing import Any

import pytest

from versebench.expectations import derive, suites
from versebench.schemas.registry import TABLES


def document(**changes: Any) -> dict[str, Any]:
    entry = {"type": "ExpectColumnValuesToNotBeNull", "kwargs": {"column": "work_id"}, "why": "Because.", **changes}
    return {"table": "poems", "expectations": [entry]}


def test_every_file_is_a_suite_and_every_table_has_one() -> None:
    names = {
        entry.name
        for entry in files("versebench.expectations").joinpath("suites").iterdir()
        if entry.name.endswith(".json")
    }
    assert names == {f"{name}.json" for name in suites.NAMES}
    assert set(TABLES) < set(suites.NAMES)


@pytest.mark.parametrize("name", suites.NAMES)
def test_suite_loads_and_is_in_canonical_form(name: str) -> None:
    suite = suites.load(name)
    assert suite.expectations
    assert all(entry.why.endswith(".") for entry in suite.expectations)


@pytest.mark.parametrize("name", TABLES)
def test_every_required_scalar_is_checked_for_null(name: str) -> None:
    checked = {
        entry.columns[0] for entry in suites.load(name).expectations if entry.type == "ExpectColumnValuesToNotBeNull"
    }
    scalars = derive.scalar_columns(TABLES[name])
    assert checked == {field.name for field in TABLES[name].schema if not field.nullable and field.name in scalars}


@pytest.mark.parametrize("name", TABLES)
def test_key_is_unique_and_every_derived_column_is_expected_to_be_true(name: str) -> None:
    entries = suites.load(name).expectations
    unique = [entry.columns for entry in entries if entry.type.endswith("Unique")]
    assert TABLES[name].key in unique
    expected = {entry.columns[0] for entry in entries if entry.kwargs.get("value_set") == [True]}
    assert expected == set(derive.derived_columns(TABLES[name]))


def test_label_lists_the_arguments() -> None:
    entry = suites.Expectation("ExpectColumnValuesToBeInSet", {"column": "rebuilds", "value_set": [True]}, "Because.")
    assert entry.label == "ExpectColumnValuesToBeInSet(column=rebuilds, value_set=[true])"


def test_fingerprints_distinguish_suites_and_do_not_depend_on_the_process() -> None:
    assert len({suites.fingerprint(name) for name in suites.NAMES}) == len(suites.NAMES)
    program = "from versebench.expectations import suites; print(suites.fingerprint('poems'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"{suites.fingerprint('poems')}\n"


def test_fingerprint_depends_on_arguments_and_not_on_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    def of(**changes: Any) -> str:
        monkeypatch.setattr(suites, "load", lambda _: suites.parse("poems", document(**changes)))
        return suites.fingerprint("poems")

    assert of() == of(why="For another reason.")
    assert of() != of(kwargs={"column": "text"})
    assert of() != of(type="ExpectColumnValuesToBeUnique")


def test_reason_is_required() -> None:
    with pytest.raises(ValueError, match="has no reason"):
        suites.parse("poems", document(why=" "))


@pytest.mark.parametrize(
    "kwargs", [{"column": "txet"}, {"column": "topics"}, {"column_list": ["work_id", "nope"]}, {"column_A": "nope"}]
)
def test_unknown_and_nested_columns_are_refused(kwargs: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="names unknown columns"):
        suites.parse("poems", document(kwargs=kwargs))


def test_file_for_another_table_is_refused() -> None:
    with pytest.raises(ValueError, match="give the file the name of its table"):
        suites.parse("pairs", document())


def test_same_expectation_twice_is_refused() -> None:
    twice = document()
    twice["expectations"] *= 2
    with pytest.raises(ValueError, match="twice"):
        suites.parse("poems", twice)


def test_documents_have_no_other_keys() -> None:
    for name in suites.NAMES:
        text = files("versebench.expectations").joinpath("suites", f"{name}.json").read_text(encoding="utf-8")
        assert set(json.loads(text)) == {"table", "expectations"}
