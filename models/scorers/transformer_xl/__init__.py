"""Transformer-XL (Dai et al. 2019, https://arxiv.org/abs/1901.02860): network, word tokenizer, checkpoints, scorer.

For inference only, on one text at a time. Tensors have no batch dimension: ``n`` is the number of tokens of a segment.
"""
