"""What does not change from game to game, for front ends: the cards, the rules, and every code in words."""
