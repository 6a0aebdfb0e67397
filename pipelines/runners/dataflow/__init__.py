"""Google Dataflow as the runner."""
