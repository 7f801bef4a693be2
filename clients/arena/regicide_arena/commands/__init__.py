"""Subcommands of `regicide-arena`: each module parses arguments into typed options and starts the command."""
