"""The tombstones that a release has for the takedowns of its recipe, and the checks of takedowns."""

from collections.abc import Iterator
from typing import Any

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.stage import Committed
from versebench.release.changes.tombstones import NAME, PAGE, Order, Tombstones, read_tombstones, tombstones
from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import read_table
from versebench.transforms.ingest.takedown import TAKEN_DOWN, Orders, orders_of

_POEM = ("source", "source_id", "work_id", "author")


def order_values(recipe: Recipe) -> list[dict[str, Any]]:
    """The takedowns of a recipe as a release states them, without the names of works and authors."""
    return [
        {
            "order": takedown.order,
            "kind": takedown.kind,
            **takedown.model_dump(mode="json", include={"on", "reason", "lifted"}),
        }
        for takedown in recipe.takedowns
    ]


def check_orders(recipe: Recipe, previous: Previous | None) -> None:
    """Raise :class:`RecipeError` if the recipe lacks a takedown of the previous release."""
    earlier = _tombstones_of(previous)
    kept = {takedown.order for takedown in recipe.takedowns}
    if earlier is None or not (lost := [order for order in earlier.orders if order.order not in kept]):
        return
    first = lost[0]
    raise RecipeError(
        f"takedowns: the order {first.order} ({first.kind}, {first.on}, {first.reason}) of the previous release is not "
        "in the recipe, so what it took down would return; restore the entry, or, to lift the takedown, keep the entry "
        "and set a date under lifted"
    )


def unmatched_orders(recipe: Recipe, ingested: Committed) -> Iterator[str]:
    """Yield one sentence for each takedown that matches no row of the sources."""
    for place, takedown in enumerate(recipe.takedowns):
        if takedown.lifted is None and not ingested.manifest.counts.get(f"taken_down/{takedown.order}"):
            yield (
                f"takedowns.{place} ({takedown.kind}, since {takedown.on}) matches no row of the sources; check the "
                "spelling, unless the work is no longer in the sources"
            )


def tombstones_of(chain: Chain) -> Tombstones | None:
    """The tombstones of a release; None if its recipe takes nothing down."""
    recipe, counts = chain.recipe, chain.ingest().manifest.counts
    if not recipe.takedowns:
        return None
    active = {takedown.order for takedown in recipe.takedowns if takedown.lifted is None}
    works: dict[str, set[str]] = {}
    for work, orders in (*_refused(chain.ingest()), *_released(recipe, chain.previous())):
        if active_orders := orders & active:
            works.setdefault(work, set()).update(active_orders)
    stated = (Order(**value, rows=counts.get(f"taken_down/{value['order']}", 0)) for value in order_values(recipe))
    return tombstones(stated, works)


def tombstone_documents(stated: Tombstones | None) -> dict[str, str]:
    """The documents of a release about what was taken down, by file name."""
    return {} if stated is None else {NAME: stated.to_json(), PAGE: stated.to_page()}


def _refused(ingested: Committed) -> Iterator[tuple[str, set[str]]]:
    """The works of the sources that are taken down, each with its orders."""
    if not ingested.manifest.counts.get(f"rejected.{TAKEN_DOWN}"):
        return
    for shard in range(ingested.run.shards):
        columns = ["reason", "work_id", "detail"]
        for row in read_table(ingested.run.directory, ingested.manifest, "rejects", shard, columns).to_pylist():
            if row["reason"] == TAKEN_DOWN and row["work_id"] is not None:
                yield row["work_id"], set(orders_of(row["detail"]))


def _released(recipe: Recipe, previous: Previous | None) -> Iterator[tuple[str, set[str]]]:
    """The works of the previous release that an order names, and those of its tombstones, each with its orders."""
    if previous is None:
        return
    orders = Orders(recipe.takedowns)
    for rows in stream_release_table(previous.folder, previous.manifest, "poems", _POEM):
        for source, source_id, work, author in zip(*(rows.column(name).to_pylist() for name in _POEM), strict=True):
            yield work, orders.of(source, source_id, work, author)
    if (earlier := _tombstones_of(previous)) is not None:
        yield from ((work.work_id, set(work.orders)) for work in earlier.works)


def _tombstones_of(previous: Previous | None) -> Tombstones | None:
    if previous is None:
        return None
    try:
        content = previous.document(NAME)
        return None if content is None else read_tombstones(content)
    except ValueError as error:
        raise RecipeError(f"previous: {previous.folder}/{NAME} cannot be read: {error}; name another release") from None
