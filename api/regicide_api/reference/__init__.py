"""The reference for front ends: the cards, the rules, and a text for every code."""
