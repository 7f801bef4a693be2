"""The subcommands of `regicide-arena`: their arguments, parsed into the typed options of the code that runs them."""
