"""The figures about people that the ProFTAP paper prints (Deng, Yang and Wang 2024)."""

from dataclasses import dataclass

AUTHORS = "Deng, Yang and Wang 2024"


@dataclass(frozen=True)
class PaperModel:
    """A model as the paper prints it: billions of parameters, and areas under ROC curves of all poems and of some."""

    name: str
    parameters: str
    auc: str
    wilcoxon: str
    line_length: str
    repetition: str
    five: str
    seven: str


MODELS = (
    PaperModel("Qwen-72B-Poet", "72B", "0.541", "0.058", "0.525", "0.563", "0.499", "0.538"),
    PaperModel("Jiuge", "–", "0.632", "3e-4", "0.646", "0.698", "0.624", "0.668"),
    PaperModel("Xunzi-7B-Chat", "7B", "0.633", "8e-5", "0.578", "0.599", "0.520", "0.601"),
    PaperModel("Qwen-72B-Chat", "72B", "0.641", "7e-5", "0.571", "0.610", "0.578", "0.571"),
    PaperModel("GPT-4", "–", "0.670", "2e-6", "0.623", "–", "0.538", "0.663"),
    PaperModel("Ernie-Bot-4.0", "–", "0.732", "<1e-8", "0.741", "–", "–", "0.746"),
    PaperModel("Qwen-14B-Chat", "14B", "0.784", "<1e-8", "0.717", "–", "0.725", "0.716"),
    PaperModel("GPT-3.5", "–", "0.874", "<1e-8", "0.809", "–", "0.851", "0.777"),
    PaperModel("Yi-34B-Chat", "34B", "0.889", "<1e-8", "0.699", "0.844", "–", "0.715"),
    PaperModel("ChatGLM3-6B", "6B", "0.913", "<1e-8", "0.822", "–", "–", "0.764"),
)
"""Tables 1 to 3, in the order of Table 1."""
