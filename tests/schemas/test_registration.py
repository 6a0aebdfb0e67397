"""Registries: order, duplicate names, other packages."""

import sys
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from versebench.schemas.registration import (
    PLAIN,
    VERSIONED,
    Naming,
    RegistrationError,
    Registry,
    Tagged,
    import_packages,
)


class Cat(BaseModel):
    animal: Literal["cat"] = "cat"
    lives: int = 9


class Dog(BaseModel):
    animal: Literal["dog"]


class Either(BaseModel):
    animal: Literal["cat", "dog"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("first_animals", "second_animals"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def animals(*modules: str) -> Tagged[type[BaseModel]]:
    return Tagged("animal", "animal", modules)


def test_modules_are_imported_when_the_registry_is_first_read(folder: Path) -> None:
    (folder / "first_animals.py").write_text("")
    names = Registry[int]("number", ["first_animals"])
    assert "first_animals" not in sys.modules
    assert list(names) == []
    assert "first_animals" in sys.modules


def test_the_order_is_that_of_the_modules_and_then_of_definition(folder: Path) -> None:
    for name in ("first_animals", "second_animals"):
        (folder / f"{name}.py").write_text("")
    names = Registry[int]("number", ["first_animals", "second_animals"])
    names.add("other", 0, "elsewhere")
    names.add("late", 1, "second_animals")
    names.add("early", 2, "first_animals")
    names.add("after", 3, "first_animals")
    assert dict(names) == {"early": 2, "after": 3, "late": 1, "other": 0}
    assert list(names) == ["early", "after", "late", "other"]
    assert len(names) == 4


def test_two_modules_cannot_use_one_name() -> None:
    names = Registry[int]("number", [])
    names.add("one", 1, "mine")
    names.add("one", 1, "mine")
    with pytest.raises(RegistrationError, match="yours: the number 'one' is already defined by mine; choose another"):
        names.add("one", 2, "yours")


@pytest.mark.parametrize(
    ("naming", "name", "rule"),
    [
        (VERSIONED, "double_word", "and then a version, as in double_word.v1"),
        (VERSIONED, "Double-Word.v1", "and then a version, as in double_word.v1"),
        (PLAIN, "common_metre", "small letters, digits and '-', as in common-metre"),
        (PLAIN, "tercet\n", "small letters, digits and '-', as in common-metre"),
    ],
)
def test_a_name_that_no_table_admits_is_refused_where_it_is_registered(naming: Naming, name: str, rule: str) -> None:
    names = Registry[int]("thing", [], naming)
    with pytest.raises(RegistrationError) as refused:
        names.add(name, 1, "mine")
    assert str(refused.value).startswith(f"mine: {name!r} cannot name a thing; use ")
    assert str(refused.value).endswith(rule)
    assert len(names) == 0


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        _ = Registry[int]("number", [])["one"]


def test_the_tag_selects_the_member_of_a_union() -> None:
    known = animals()
    known.register(Cat)
    known.register(Dog)
    strict = TypeAdapter(known.union())
    assert strict.validate_python({"animal": "dog"}) == Dog(animal="dog")
    with pytest.raises(ValidationError, match="Unable to extract tag"):
        strict.validate_python({})
    assert TypeAdapter(known.union(default="cat")).validate_python({"lives": 1}) == Cat(lives=1)


def test_a_class_must_have_one_name() -> None:
    with pytest.raises(RegistrationError, match=r"Either: declare one name as animal: Literal\[...\]"):
        animals().register(Either)


def test_a_package_that_cannot_be_imported_is_named(folder: Path) -> None:
    (folder / "first_animals.py").write_text("raise OSError('no zoo')")
    info = folder / "zoo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: zoo\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[versebench.modules]\nanimals = first_animals\n")
    message = "zoo: its entry point animals = first_animals cannot be imported: no zoo; fix or uninstall the package"
    with pytest.raises(RegistrationError, match=message):
        import_packages.__wrapped__()
