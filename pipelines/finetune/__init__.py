"""What `versebench finetune` reads and writes."""
