"""The recipe, the changes that ``--set`` makes to it, and Beam's options."""

import json
import os
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from tests.fuzz.byte_mutations import fuzzed
from tests.fuzz.parser import Parser, check_message, check_utf8
from tests.fuzz.value_mutations import ODD, fuzzed_json, mutated_value
from tests.pipelines.running import REPOSITORY, recipe_values
from versebench.pipelines.errors import RecipeError, UserError
from versebench.pipelines.recipe.recipe import Recipe, load_recipe, recipe_of
from versebench.pipelines.runners.beam_options import check_beam_options
from versebench.storage.run import canonical_json

_MERGED = b"""\
name: &name small
version: 1.0.0
title: *name
creators: [*name]
licence: CC0-1.0
sources:
  - &source {name: one, path: poems.json, format: jsonl, licence: CC0-1.0}
  - {<<: *source, name: two}
tasks: [{task: swap_lines.v1, pairs: 10}]
"""
_SHIPPED = (
    *("sample.yaml", "ranlp2021.yaml", "jcls2022.yaml", "real.yaml"),
    *("corpus-sample.yaml", "ghostwriting-sample.yaml"),
)
_RECIPES = [
    *((REPOSITORY / "recipes" / name).read_bytes() for name in _SHIPPED),
    yaml.safe_dump(recipe_values()).encode(),
    _MERGED,
]
_YAML = (
    *(b"&a ", b"*a", b"<<: *a\n", b"<<: [*a, *a]\n", b"? ", b": ", b"- ", b"\n  ", b"\t", b"--- ", b"...\n", b"# "),
    *(b"|\n", b">-\n"),
    *(b"!!python/object/apply:os.abort []", b"!!binary ", b"!!set ", b"!!omap ", b"!!timestamp ", b"!!int ", b"!x "),
    *(b"!<a> ",),
    *(b"%YAML 9.9\n---\n", b"%TAG ! x\n", b"2001-99-99", b"2001-01-01", b"1:1:1" * 200, b"0x" + b"f" * 5_000),
    *(b".nan", b"-.inf", b"~"),
    *(b"null: 1\n", b"1: 2\n", b"[a]: 1\n", b"{a: b}: c\n", b"name: again\n", b"tasks: []\n", b"- " * 3_000),
    *(b"{a: " * 3_000,),
    *(b'"\\ud800"', b'"\\x00"', b'"\\U00110000"', b"'", b"=", b"0o17", b"1_000", b"yes"),
)  # fmt: skip


@st.composite
def _bombs(draw: st.DrawFn) -> bytes:
    """YAML of a few lines that stands for very many values, by aliases or by merged keys."""
    levels, width = draw(st.integers(2, 40)), draw(st.integers(2, 12))
    merged = draw(st.booleans())
    lines = ["x0: &x0 {k: v}" if merged else "x0: &x0 [v, v]"]
    for level in range(1, levels):
        again = ", ".join([f"*x{level - 1}"] * width)
        lines.append(f"x{level}: &x{level} {{<<: [{again}]}}" if merged else f"x{level}: &x{level} [{again}]")
    place = draw(st.sampled_from(("title", "sources", "models", "nothing")))
    return b"\n".join([*(line.encode() for line in lines), f"{place}: *x{levels - 1}".encode(), _RECIPES[-2]])


def _parse_recipe(content: bytes, folder: Path) -> None:
    path = folder / "recipe.yaml"
    path.write_bytes(content)
    try:
        recipe = load_recipe(str(path), [])
    except RecipeError as error:
        for line in str(error).splitlines():
            check_message(line, path)
    else:
        _check_recipe(recipe)


def _check_recipe(recipe: Recipe) -> None:
    """A recipe that passed can be hashed for its run ids, and holds finite numbers alone."""
    values = recipe.model_dump(mode="json")
    check_utf8(canonical_json(values))
    json.dumps(values, allow_nan=False)
    assert recipe_of(values) == recipe


_OVERRIDES = [
    b"sources.0.path=poems.json",
    b"tasks=[{task: swap_lines.v1, pairs: all}]\nseed=3",
    b"clean.filters=[{filter: five_lines.v1}]\ntasks.1.words=2",
    b"models=[{model: gpt2-verse}]\nmodels.0.family=causal\nname=\"x\"",
    b"ingest.max_unreadable_share=.nan\near.historical=yes",
]  # fmt: skip
_KEYS = (
    *(b"sources.0.", b"sources.", b"tasks.", b"=", b".", b"..", b"\n", b"-1", b"0", b"99", b"\xc2\xb2", b"\xd9\xa3"),
    *(b"9" * 5_000,),
    *(b"seed=", b"name=", b"seed.x=1", b"=2001-99-99", b"=!!int x", b"=!!timestamp x", b"={[", b"=&a [*a]", b"=*a"),
    *(b"=\xff",),
    *(b"title=", b"name.x.y=1", b"sources.0.fields.text=", b"ingest={}", b"clean=", b"=0b", b"=1:"),
    *(b"=[" + b"[" * 3_000,),
)  # fmt: skip


def _arguments(content: bytes) -> list[str]:
    """An argument a line, as a shell hands on bytes: no NUL, and lone surrogates for what is no UTF-8."""
    return [os.fsdecode(line.replace(b"\0", b"")) for line in content.split(b"\n")]


def _parse_overrides(content: bytes, folder: Path) -> None:
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump(recipe_values()))
    try:
        recipe = load_recipe(str(path), _arguments(content))
    except RecipeError as error:
        check_message(str(error), "--set" if "--set" in str(error) else path)
    else:
        _check_recipe(recipe)


_OPTIONS = [
    b"--runner=DirectRunner\n--direct_num_workers=2",
    b"--runner=FlinkRunner\n--flink_master=[local]\n--parallelism=2\n--environment_type=LOOPBACK",
    b"--runner=DataflowRunner\n--project=verses\n--temp_location=gs://verses/tmp\n--dry_run=true",
    b"--s3_endpoint_url=http://localhost:5000\n--s3_region_name=eu",
    b"--experiments=a\n--experiments=b\n--job_name=x",
]
_OPTION_PIECES = (
    *(b"--", b"-", b"=", b"\n", b"--help", b"-h", b"--runner", b"--runner=", b"--runner=a.b", b"--runner=."),
    *(b"--runner=\xff",),
    *(b"--direct_num_workers=x", b"--direct_num_workers", b"--runner=Runner", b"--dry_run=maybe", b"--labels=a=b"),
    *(b"--labels",),
    *(b"--type_check_additional", b"--pipeline_type_check=1", b"--resource_hint=x", b"--resource_hint=accelerator="),
    *(b"--beam_plugins=x", b"--environment_options=a", b"--dataflow_service_options=", b"--flags_file=/none"),
    *(b"@file", b"%s"),
)  # fmt: skip


def _parse_beam_options(content: bytes, folder: Path) -> None:
    try:
        check_beam_options(_arguments(content))
    except UserError as error:
        check_message(str(error))


def _yaml_text(values: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    return values.map(lambda value: yaml.safe_dump(value, allow_unicode=True).encode("utf-8", "surrogatepass"))


_VALUES = [yaml.safe_load(text) for text in _RECIPES[:4]]
_ODD_OVERRIDES = st.builds(
    lambda key, value: f"{key}={json.dumps(value)}".encode(),
    st.sampled_from(
        ("seed", "name", "sources", "sources.0", "sources.0.path", "tasks.0", "tasks.1.words", "clean", "kind")
    ),
    st.sampled_from(ODD),
)

PARSERS = (
    Parser(
        "recipe",
        fuzzed(_RECIPES, _YAML, _bombs(), _yaml_text(mutated_value(st.sampled_from(_VALUES))), fuzzed_json(_VALUES)),
        _parse_recipe,
    ),
    Parser("overrides", fuzzed(_OVERRIDES, _KEYS, _ODD_OVERRIDES), _parse_overrides),
    Parser("beam-options", fuzzed(_OPTIONS, _OPTION_PIECES), _parse_beam_options),
)
