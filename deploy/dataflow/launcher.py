"""What the flex template runs; see pipelines/dataflow_launcher.py."""

from pipelines.dataflow_launcher import main

main()
