"""How much memory a search takes, in a process that does nothing else."""

from typing import Literal

import torch

from benchmarks.completion.models import asked_of, delayed, own
from benchmarks.completion.options import Options
from benchmarks.measure import in_a_process, peak_mib


def memory(folder: str, options: Options, search: Literal["beam", "delayed"]) -> dict[str, float]:
    """Peak MiB of a process when the model is loaded, and at the end; on a GPU its own memory too."""
    return in_a_process(_searched, folder, options, search)


def _searched(folder: str, options: Options, search: str) -> dict[str, float]:
    prompt, generator = asked_of(folder, options).prompt, own(folder, options)
    loaded = peak_mib()
    if search == "beam":
        generator.beam([prompt], options.beams[-1])
    else:
        delayed(generator, [prompt], options.runs)
    found = {"loaded_mib": loaded, "peak_mib": peak_mib()}
    return found if options.device == "cpu" else {**found, "gpu_mib": torch.cuda.max_memory_allocated() / 2**20}
