"""The command `regicide`: what can be done with the game in a terminal."""
