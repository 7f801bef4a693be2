"""The games of a cup: how one is played, timed, and told."""
