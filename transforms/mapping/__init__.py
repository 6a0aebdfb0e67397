"""Running a function over the shards of a stage: transforms, failures, refusals and metrics."""
