"""Registries: objects of one kind by name, each registered in the module that defines it."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from threading import RLock
from typing import Annotated, Any, Generic, TypeVar, Union, get_args

from pydantic import BaseModel, Discriminator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, Tag
from pydantic_core import core_schema

ENTRY_POINTS = "versebench.modules"
"""The group of entry points in which an installed package lists modules that register further objects."""

_LOADING = RLock()

Thing = TypeVar("Thing")
Model = TypeVar("Model", bound=type[BaseModel])


class RegistrationError(Exception):
    """A name is taken or cannot be used, or a module that an installed package lists cannot be imported."""


@dataclass(frozen=True)
class Naming:
    """How the names in a registry are written: a pattern of the whole name, and the rule in words."""

    pattern: str
    rule: str


ANY_WORD = Naming(r"[a-z0-9][a-z0-9._-]*", "small letters, digits, '.', '_' and '-'")
PLAIN = Naming(r"[a-z0-9-]+", "small letters, digits and '-', as in common-metre")
VERSIONED = Naming(r"[a-z0-9_]+\.v[0-9]+", "small letters, digits and '_', and then a version, as in double_word.v1")


class Registry(Mapping[str, Thing], Generic[Thing]):
    """Objects of one kind by name, in the order of the registry's modules, followed by those of other packages.

    The modules are imported when a process first reads the registry, and then register the objects that they define.
    Reading a name that is not registered raises ``KeyError``.
    """

    def __init__(self, kind: str, modules: Sequence[str], naming: Naming = ANY_WORD) -> None:
        self._kind, self._modules, self._naming = kind, tuple(modules), naming
        self._things: dict[str, tuple[str, Thing]] = {}
        self._loaded = False

    def add(self, name: str, thing: Thing, module: str) -> None:
        """Register an object of a module. Raises :class:`RegistrationError` if another object has the name.

        It also raises it if the name is not written as the tables of a release require.
        """
        if not re.fullmatch(self._naming.pattern, name):
            raise RegistrationError(f"{module}: {name!r} cannot name a {self._kind}; use {self._naming.rule}")
        owner, existing = self._things.get(name, (module, thing))
        if owner != module or _differ(existing, thing):
            raise RegistrationError(
                f"{module}: the {self._kind} {name!r} is already defined by {owner}; choose another name"
            )
        self._things[name] = module, thing

    def __getitem__(self, name: str) -> Thing:
        """The object with this name."""
        self._load()
        return self._things[name][1]

    def __iter__(self) -> Iterator[str]:
        """The names in the order of the modules, and of definition within a module."""
        self._load()
        order = {module: place for place, module in enumerate(self._modules)}
        return iter(sorted(self._things, key=lambda name: order.get(self._things[name][0], len(order))))

    def __len__(self) -> int:
        """The number of registered names."""
        self._load()
        return len(self._things)

    def _load(self) -> None:
        if self._loaded:
            return
        with _LOADING:
            for module in self._modules:
                import_module(module)
            import_packages()
            self._loaded = True


def _differ(existing: object, thing: object) -> bool:
    """Whether two objects are not the same definition; a module that is loaded again defines its classes anew."""
    kinds = [other if isinstance(other, type) else type(other) for other in (existing, thing)]
    return kinds[0].__qualname__ != kinds[1].__qualname__ or (is_dataclass(thing) and existing != thing)


class Tagged(Registry[Model]):
    """Settings of several kinds, distinguished by the key ``tag``: its only value is the registered name."""

    def __init__(self, kind: str, tag: str, modules: Sequence[str], naming: Naming = ANY_WORD) -> None:
        super().__init__(kind, modules, naming)
        self._tag = tag

    def register(self, model: Model) -> None:
        """Register a class under the value of its key ``tag``."""
        self.add(_only_value(model, self._tag), model, model.__module__)

    def union(self, default: str | None = None) -> Any:
        """The union type of all kinds, for a pydantic field. ``default`` is the kind of a value without the key."""
        if default is None:
            return Annotated[Union[tuple(self.values())], Field(discriminator=self._tag)]  # noqa: UP007

        def name(value: Any) -> Any:
            return value.get(self._tag, default) if isinstance(value, dict) else getattr(value, self._tag, None)

        tagged = tuple(Annotated[model, Tag(tag)] for tag, model in self.items())
        return Annotated[Union[tagged], Discriminator(name)]  # noqa: UP007


def _only_value(model: type[BaseModel], key: str) -> str:
    """The only value that a key of a model may have. Raises :class:`RegistrationError` if there are several."""
    values = get_args(model.model_fields[key].annotation)
    if len(values) != 1:
        raise RegistrationError(f"{model.__module__}.{model.__name__}: declare one name as {key}: Literal[...]")
    return str(values[0])


@dataclass(frozen=True)
class NameIn:
    """Annotation of a string that must be a name in a registry. The registry is read when a value is checked."""

    registry: Registry[Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """The schema of a string, followed by the check of the name."""
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The JSON schema of a string, with the registered names as its enum."""
        return {**handler(schema), "enum": list(self.registry)}

    def check(self, name: str) -> str:
        """Return the name. Raises ``ValueError`` with the nearest registered name if it is not registered."""
        if name in self.registry:
            return name
        near = difflib.get_close_matches(name, self.registry, 1, 0.3)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(f"unknown name {name!r}{hint} Choose from: {', '.join(self.registry)}")


@cache
def import_packages() -> None:
    """Import the modules that installed packages list, sorted by the names of their entry points."""
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)):
        try:
            point.load()
        except Exception as error:
            package = point.dist.name if point.dist else "a package"
            raise RegistrationError(
                f"{package}: its entry point {point.name} = {point.value} cannot be imported: {error}; "
                "fix or uninstall the package"
            ) from error
