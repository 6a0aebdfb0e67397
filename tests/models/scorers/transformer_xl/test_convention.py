"""Conventions and settings, which a recipe is read with where no model runs."""

import subprocess
import sys

import pytest

from versebench.models.scorers.transformer_xl.convention import LineEndConvention


def test_the_names_of_conventions() -> None:
    assert LineEndConvention().name == "eos-given+line-breaks-kept"
    assert LineEndConvention("space").name == "eos-given+line-breaks-space"


@pytest.mark.parametrize("family", ["masked", "xlnet", "transformer_xl"])
def test_the_settings_of_a_family_are_read_without_torch(family: str) -> None:
    program = (
        f"import sys, versebench.models.scorers.{family}.settings; "
        "sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
