"""A history checker: clients write down all that they did and saw, and each game is held against what must hold."""
