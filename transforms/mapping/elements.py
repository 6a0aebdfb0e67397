"""What a graph starts from."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import apache_beam as beam


@dataclass
class Elements(beam.PTransform):  # type: ignore[misc]
    """Some elements, as Beam's ``Create`` gives them, whose labels hold line numbers of Beam's code."""

    elements: tuple[object, ...]

    def expand(self, begin: beam.pvalue.PBegin) -> beam.PCollection[Any]:
        """What comes out are the elements in their order."""
        return begin | "Start" >> beam.Impulse() | "Emit" >> beam.ParDo(_Emit(self.elements))


class _Emit(beam.DoFn):  # type: ignore[misc]
    def __init__(self, elements: Iterable[object]) -> None:
        self._elements = elements

    def process(self, _: bytes) -> Iterator[Any]:
        yield from self._elements
