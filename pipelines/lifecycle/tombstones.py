"""What a release tells of the takedowns of its recipe, and what must be told of them before it is made."""

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
    """The takedowns of a recipe as a release states them: without names."""
    return [
        {"order": one.order, "kind": one.kind, **one.model_dump(mode="json", include={"on", "reason", "lifted"})}
        for one in recipe.takedowns
    ]


def check_orders(recipe: Recipe, previous: Previous | None) -> None:
    """Raise :class:`RecipeError` where the recipe has lost an order by which the previous release went."""
    said = _tombstones_of(previous)
    kept = {one.order for one in recipe.takedowns}
    if said is None or not (lost := [one for one in said.orders if one.order not in kept]):
        return
    first = lost[0]
    raise RecipeError(
        f"takedowns: the order {first.order} ({first.kind}, {first.on}, {first.reason}) of the previous release is not "
        "in the recipe, and what it took down would come back: put the entry back; to let it come back, give the entry "
        "a date under lifted"
    )


def unheeded(recipe: Recipe, ingested: Committed) -> Iterator[str]:
    """One sentence for each order that no row of the sources fits."""
    for place, one in enumerate(recipe.takedowns):
        if one.lifted is None and not ingested.manifest.counts.get(f"taken_down/{one.order}"):
            yield (
                f"takedowns.{place} ({one.kind}, since {one.on}): no row of the sources is what it names; check the "
                "spelling, where it is not known to be gone from them"
            )


def tombstones_of(chain: Chain) -> Tombstones | None:
    """The tombstones of a release; None where its recipe takes nothing down."""
    recipe, counts = chain.recipe, chain.ingest().manifest.counts
    if not recipe.takedowns:
        return None
    holding = {one.order for one in recipe.takedowns if one.lifted is None}
    works: dict[str, set[str]] = {}
    for work, orders in (*_refused(chain.ingest()), *_released(recipe, chain.previous())):
        if by := orders & holding:
            works.setdefault(work, set()).update(by)
    stated = (Order(**value, rows=counts.get(f"taken_down/{value['order']}", 0)) for value in order_values(recipe))
    return tombstones(stated, works)


def tombstone_documents(found: Tombstones | None) -> dict[str, str]:
    """The documents of a release that tell of what was taken down."""
    return {} if found is None else {NAME: found.to_json(), PAGE: found.to_page()}


def _refused(ingested: Committed) -> Iterator[tuple[str, set[str]]]:
    """The works of the sources that are taken down."""
    if not ingested.manifest.counts.get(f"rejected.{TAKEN_DOWN}"):
        return
    for shard in range(ingested.run.shards):
        columns = ["reason", "work_id", "detail"]
        for row in read_table(ingested.run.directory, ingested.manifest, "rejects", shard, columns).to_pylist():
            if row["reason"] == TAKEN_DOWN and row["work_id"] is not None:
                yield row["work_id"], set(orders_of(row["detail"]))


def _released(recipe: Recipe, previous: Previous | None) -> Iterator[tuple[str, set[str]]]:
    """The works of the previous release that an order names, and those that were taken down before it."""
    if previous is None:
        return
    orders = Orders(recipe.takedowns)
    for rows in stream_release_table(previous.folder, previous.manifest, "poems", _POEM):
        for source, source_id, work, author in zip(*(rows.column(name).to_pylist() for name in _POEM), strict=True):
            yield work, orders.of(source, source_id, work, author)
    if (said := _tombstones_of(previous)) is not None:
        yield from ((work.work_id, set(work.orders)) for work in said.works)


def _tombstones_of(previous: Previous | None) -> Tombstones | None:
    if previous is None:
        return None
    try:
        content = previous.document(NAME)
        return None if content is None else read_tombstones(content)
    except ValueError as error:
        raise RecipeError(f"previous: {previous.folder}/{NAME} cannot be read: {error}; name another release") from None
