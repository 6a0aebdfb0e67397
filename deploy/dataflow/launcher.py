"""The program of the flex template; see pipelines/commands/dataflow_launcher.py."""

from versebench.pipelines.commands.dataflow_launcher import main

main()
