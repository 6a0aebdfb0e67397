"""What every command has beside its work: an example in its help, the option ``--log``, and completion in a shell."""
