"""Fine-tuning of causal models on poems with titles, by LoRA adapters."""
