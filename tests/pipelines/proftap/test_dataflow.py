"""The graphs of poems by title as Dataflow would be given them."""

import pytest

from tests.pipelines.proftap.recipes import SAMPLE, proftap_values
from tests.pipelines.running import write_recipe
from tests.pipelines.translating import Translated, Translating, local_paths
from tests.s3_server import S3Server
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.lifecycle.release import release
from versebench.pipelines.recipe.recipe import load_recipe

GPU = {"accelerator": "type:nvidia-l4;count:1;install-nvidia-driver", "min_ram": "4GB"}
HINTS = {"accelerator": GPU["accelerator"], "min_ram_bytes": "4000000000"}
MODEL = {"poet": "causal.v1", "name": "gpt2-tang", "model": "gpt2-tang", "most_tokens": 64, "prompt": "title_form.v1"}


@pytest.fixture(scope="module")
def graphs(s3: S3Server, tmp_path_factory: pytest.TempPathFactory) -> list[Translated]:
    """The graphs of a release on an object store, each of which ran."""
    folder = tmp_path_factory.mktemp("recipe")
    s3.bucket("proftap-graphs")
    s3.api().put_object(Bucket="proftap-graphs", Key="poems.json", Body=SAMPLE.read_bytes())
    values = proftap_values(folder, titles={"number": 4}, poets=[{**MODEL, **GPU}])
    values["sources"][0]["path"] = "s3://proftap-graphs/poems.json"
    runner = Translating()
    release(Chain(load_recipe(str(write_recipe(folder, values)), []), "s3://proftap-graphs/base", runner))
    return runner.graphs


def test_every_graph_is_translated_and_the_poet_alone_asks_for_an_accelerator(graphs: list[Translated]) -> None:
    titles = {graph.title for graph in graphs}
    assert titles >= {"titles", "write-poems: gpt2-tang", "test-poems", "validate"}
    asking = {graph.title: graph.hints() for graph in graphs if graph.hints()}
    assert asking == {"write-poems: gpt2-tang": {"MapShards/CommitShard": HINTS}}


def test_the_index_is_named_where_workers_find_it_and_nothing_of_this_machine_travels(graphs: list[Translated]) -> None:
    assert {(graph.title, path) for graph in graphs for path in local_paths() if path in graph.texts()} == set()
    writing = next(graph.texts() for graph in graphs if graph.title.startswith("write-poems"))
    assert "s3://proftap-graphs/base/line-index/" in writing
