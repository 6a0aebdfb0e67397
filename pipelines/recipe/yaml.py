"""A YAML reader for recipes: it limits size and nesting, and refuses repeated keys."""

from typing import Any

import yaml
from yaml.constructor import ConstructorError
from yaml.scanner import ScannerError

MOST_VALUES = 100_000
"""Most values that a text may expand to; each alias counts as the values that it repeats."""
DEEPEST = 100
"""Most brackets that may be open at once, as PyYAML's time for each token grows with their number."""


class _Loader(yaml.SafeLoader):
    """A loader of plain values that refuses brackets nested more deeply than ``DEEPEST``."""

    def fetch_flow_collection_start(self, TokenClass: Any) -> None:  # noqa: N803
        if self.flow_level >= DEEPEST:
            raise ScannerError(None, None, f"more than {DEEPEST} brackets are open here", self.get_mark())
        super().fetch_flow_collection_start(TokenClass)


def read_yaml(text: bytes | str) -> Any:
    """The value of a YAML text. Raises ``ValueError`` or ``yaml.YAMLError`` if it cannot be read."""
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            return None
        if _values(node, {}) > MOST_VALUES:
            raise ValueError(f"its aliases expand to more than {MOST_VALUES} values; write the values without aliases")
        return loader.construct_document(node)
    except RecursionError:
        raise ValueError("it is nested too deeply, or contains itself") from None
    except (AttributeError, LookupError, TypeError, OverflowError) as error:  # a tag that does not fit its value
        raise ValueError(f"a value does not fit its tag ({error}); write it without the tag") from None


def _values(node: yaml.Node, known: dict[int, int]) -> int:
    """How many values a node expands to. Each node is visited once. Raises if a mapping repeats a key."""
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
                raise ConstructorError(None, None, f"the key {key.value[:80]!r} is repeated here", key.start_mark)
            seen.add((key.tag, key.value))
