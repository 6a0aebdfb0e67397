"""The first transform of a graph."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import apache_beam as beam


@dataclass
class Elements(beam.PTransform):  # type: ignore[misc]
    """Emits given elements.

    Returns a PCollection of ``elements``. It stands in for Beam's ``Create``, whose labels contain line numbers of
    Beam's code and so change with its version.
    """

    elements: tuple[object, ...]

    def expand(self, begin: beam.pvalue.PBegin) -> beam.PCollection[Any]:
        """Emit the elements in their order."""
        return begin | "Start" >> beam.Impulse() | "Emit" >> beam.ParDo(_Emit(self.elements))


class _Emit(beam.DoFn):  # type: ignore[misc]
    def __init__(self, elements: Iterable[object]) -> None:
        self._elements = elements

    def process(self, _: bytes) -> Iterator[Any]:
        yield from self._elements
