"""Tuning of the numbers in `bots/tuned` over games that the policy plays."""
