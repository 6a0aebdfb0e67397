import pytest

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.runners.beam_options import check_beam_options


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--runner=FnApiRunner"],
        ["--runner", "DirectRunner", "--direct_num_workers", "2"],
        ["--direct_running_mode=multi_threading"],
        ["--runner=FlinkRunner", "--flink_master=[local]", "--parallelism=4"],
        ["--runner=PortableRunner", "--job_endpoint=localhost:1", "--an_option_of_the_server=1"],
    ],
)
def test_what_beam_or_a_job_server_knows_passes(arguments: list[str]) -> None:
    check_beam_options(arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--nosuch=1"], "Beam has no option --nosuch; give options of versebench before the --"),
        (["--runner=FnApiRunner", "--nosuch", "1"], "Beam has no option --nosuch"),
        (["--runner=Nobody"], "Unexpected pipeline runner: Nobody; Beam's runners are .*FlinkRunner"),
        (["--runner=no.such.Runner"], "the runner no.such.Runner cannot be loaded: No module named 'no'"),
        (["--direct_num_workers=x"], "Beam's options: argument --direct_num_workers: invalid int value: 'x'"),
        (["--direct_running_mode=x"], "Beam's options: argument --direct_running_mode: invalid choice: 'x'"),
        (["more.yaml"], "'more.yaml' is not an option of Beam; write them as in -- --runner=FnApiRunner"),
        (["-x"], "'-x' is not an option of Beam"),
    ],
)
def test_what_beam_would_ignore_or_die_of_is_one_message(arguments: list[str], message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        check_beam_options(arguments)
