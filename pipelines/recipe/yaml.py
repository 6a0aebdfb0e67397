"""YAML as a recipe may hold it: of a size that its text shows, and with every key once."""

from typing import Any

import yaml
from yaml.constructor import ConstructorError
from yaml.scanner import ScannerError

MOST_VALUES = 100_000
"""Values that a text may stand for, every alias counted as what it repeats."""
DEEPEST = 100
"""Brackets that may be open at once: with each, PyYAML looks at all of them again for every token."""


class _Loader(yaml.SafeLoader):
    """Plain values, of brackets that are not nested too deeply."""

    def fetch_flow_collection_start(self, TokenClass: Any) -> None:  # noqa: N803
        if self.flow_level >= DEEPEST:
            raise ScannerError(None, None, f"more than {DEEPEST} brackets are open here", self.get_mark())
        super().fetch_flow_collection_start(TokenClass)


def read_yaml(text: bytes | str) -> Any:
    """The value of a YAML text. Raises ``ValueError`` or ``yaml.YAMLError`` for any that cannot be read."""
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            return None
        if _values(node, {}) > MOST_VALUES:
            raise ValueError(f"its aliases stand for more than {MOST_VALUES} values; write out what is meant")
        return loader.construct_document(node)
    except RecursionError:
        raise ValueError("it is nested too deeply, or within itself") from None
    except (AttributeError, LookupError, TypeError, OverflowError) as error:  # a tag that does not fit its value
        raise ValueError(f"a value is not what its tag says ({error}); write it without the tag") from None


def _values(node: yaml.Node, known: dict[int, int]) -> int:
    """How many values a node stands for; raises where a mapping has a key twice. Each node is looked at once."""
    if id(node) not in known:
        if isinstance(node, yaml.MappingNode):
            _check_keys(node)
        parts = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
        inner = [] if isinstance(node, yaml.ScalarNode) else parts
        known[id(node)] = 1 + sum(_values(part, known) for part in inner)
    return known[id(node)]


def _check_keys(node: yaml.MappingNode) -> None:
    seen = set()
    for key, _ in node.value:
        if isinstance(key, yaml.ScalarNode):
            if (key.tag, key.value) in seen:
                raise ConstructorError(None, None, f"the key {key.value[:80]!r} stands here again", key.start_mark)
            seen.add((key.tag, key.value))
