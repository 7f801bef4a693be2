"""Errors that prevent a tournament from running. Failures of bots within games are results, not errors."""

from __future__ import annotations

from regicide_arena.runtime.messages import CommandError


class TournamentError(CommandError):
    """Base class; the message is for users and fits on one line unless noted."""


class InvalidConfig(TournamentError):
    """A configuration is unreadable or invalid; the message has one line per fault."""


class TournamentMismatch(TournamentError):
    """The results folder belongs to another tournament or to none; the message lists the differences, one per line."""


class PlayFailed(TournamentError):
    """Games cannot be played: a worker, scheduler or server fails."""


class VerificationFailed(TournamentError):
    """A recorded game does not follow from the rules, its deal or the schedule."""


class EntrantRefused(TournamentError):
    """A ladder does not accept an entrant or its games; the message may have several lines."""
