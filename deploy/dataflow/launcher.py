"""What the flex template runs; see pipelines/commands/dataflow_launcher.py."""

from pipelines.commands.dataflow_launcher import main

main()
