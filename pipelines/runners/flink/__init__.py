"""Apache Flink as the runner, and a local cluster of it."""
