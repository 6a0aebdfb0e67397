"""Checks that a converted model computes what the published one computes."""

from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer

from versebench.models.fetched.catalogue import LineProof, MaskProof
from versebench.models.fetched.contract import FetchError


def prove(folder: Path, proof: LineProof | MaskProof) -> str:
    """Return what was checked, in a sentence. Raises :class:`FetchError` if the weights are not the published ones."""
    with torch.inference_mode():
        return _line(folder, proof) if isinstance(proof, LineProof) else _mask(folder, proof)


def _line(folder: Path, proof: LineProof) -> str:
    model: Any = AutoModelForCausalLM.from_pretrained(folder).eval()
    if (parameters := sum(values.numel() for values in model.parameters())) != proof.parameters:
        raise FetchError(f"{folder.name}: it has {parameters:,} parameters; the published one has {proof.parameters:,}")
    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    ids = [tokenizer.bos_token_id, *tokenizer(proof.text, add_special_tokens=False)["input_ids"]]
    logits = model(torch.tensor([ids])).logits[0, :-1].double().log_softmax(-1)
    value = float(logits.gather(1, torch.tensor(ids[1:])[:, None]).sum())
    if abs(value - proof.log_probability) > proof.tolerance:
        raise FetchError(
            f"{folder.name}: the log-probability of {proof.text!r} is {value:.2f}; that of the published model is "
            f"{proof.log_probability:.2f}"
        )
    return f"It has {parameters:,} parameters, as published, and gives {proof.text!r} a log-probability of {value:.2f}."


def _mask(folder: Path, proof: MaskProof) -> str:
    model: Any = AutoModelForMaskedLM.from_pretrained(folder).eval()
    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    given = tokenizer(proof.text, return_tensors="pt")
    [place] = (given["input_ids"][0] == tokenizer.mask_token_id).nonzero()[:, 0].tolist()
    best = model(**given).logits[0, place].double().softmax(-1).topk(len(proof.best)).values.tolist()
    shown = ", ".join(f"{value:.6f}" for value in best)
    if any(abs(here - there) > proof.tolerance for here, there in zip(best, proof.best, strict=True)):
        expected = ", ".join(f"{value:.6f}" for value in proof.best)
        raise FetchError(
            f"{folder.name}: the best words for the mask in {proof.text!r} have the probabilities {shown}; those of "
            f"the published model have {expected}"
        )
    return f"The best words for the mask in {proof.text!r} have the probabilities {shown}, as published."
