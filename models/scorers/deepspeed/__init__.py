"""Scorers that DeepSpeed computes, in processes of their own."""
