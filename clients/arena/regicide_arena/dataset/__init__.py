"""Datasets: the decisions of a tournament as tables that learners read."""
