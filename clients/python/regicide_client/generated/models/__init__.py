"""Contains all the data models used in inputs/outputs"""

from .action_proposal import ActionProposal
from .created_game import CreatedGame
from .effect import Effect
from .effect_outcome import EffectOutcome
from .effect_reason import EffectReason
from .effect_type import EffectType
from .enemy_view import EnemyView
from .fault import Fault
from .game_event import GameEvent
from .game_event_signal import GameEventSignal
from .game_event_type import GameEventType
from .game_events import GameEvents
from .game_list import GameList
from .game_summary import GameSummary
from .game_summary_status import GameSummaryStatus
from .game_view import GameView
from .game_view_phase import GameViewPhase
from .game_view_seed_origin import GameViewSeedOrigin
from .game_view_status import GameViewStatus
from .game_wish import GameWish
from .list_games_status_item import ListGamesStatusItem
from .problem import Problem
from .problem_reason import ProblemReason
from .record import Record
from .record_seed_origin import RecordSeedOrigin
from .recorded_event import RecordedEvent
from .recorded_seat import RecordedSeat
from .result import Result
from .result_grade_type_1 import ResultGradeType1
from .result_grade_type_2_type_1 import ResultGradeType2Type1
from .result_grade_type_3_type_1 import ResultGradeType3Type1
from .result_outcome import ResultOutcome
from .result_reason import ResultReason
from .seat_taking import SeatTaking
from .seat_token import SeatToken
from .seat_view import SeatView
from .seat_view_signal_type_1 import SeatViewSignalType1
from .seat_view_signal_type_2_type_1 import SeatViewSignalType2Type1
from .seat_view_signal_type_3_type_1 import SeatViewSignalType3Type1
from .seat_wish import SeatWish
from .signal_wish import SignalWish
from .signal_wish_signal import SignalWishSignal

__all__ = (
    "ActionProposal",
    "CreatedGame",
    "Effect",
    "EffectOutcome",
    "EffectReason",
    "EffectType",
    "EnemyView",
    "Fault",
    "GameEvent",
    "GameEventSignal",
    "GameEventType",
    "GameEvents",
    "GameList",
    "GameSummary",
    "GameSummaryStatus",
    "GameView",
    "GameViewPhase",
    "GameViewSeedOrigin",
    "GameViewStatus",
    "GameWish",
    "ListGamesStatusItem",
    "Problem",
    "ProblemReason",
    "Record",
    "RecordSeedOrigin",
    "RecordedEvent",
    "RecordedSeat",
    "Result",
    "ResultGradeType1",
    "ResultGradeType2Type1",
    "ResultGradeType3Type1",
    "ResultOutcome",
    "ResultReason",
    "SeatTaking",
    "SeatToken",
    "SeatView",
    "SeatViewSignalType1",
    "SeatViewSignalType2Type1",
    "SeatViewSignalType3Type1",
    "SeatWish",
    "SignalWish",
    "SignalWishSignal",
)
