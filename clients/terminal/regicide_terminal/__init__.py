"""The command `regicide`: Regicide in the terminal."""
