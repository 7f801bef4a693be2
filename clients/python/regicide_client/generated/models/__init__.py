"""Contains all the data models used in inputs/outputs"""

from .action_info import ActionInfo
from .action_info_kind import ActionInfoKind
from .action_proposal import ActionProposal
from .agent import Agent
from .agent_game import AgentGame
from .agent_game_list import AgentGameList
from .agent_game_status import AgentGameStatus
from .agent_list import AgentList
from .agent_seating import AgentSeating
from .agent_settings import AgentSettings
from .agent_settings_seating import AgentSettingsSeating
from .agent_token import AgentToken
from .agent_wish import AgentWish
from .agent_wish_seating import AgentWishSeating
from .bot_figures import BotFigures
from .card_info import CardInfo
from .card_info_kind import CardInfoKind
from .card_info_power import CardInfoPower
from .card_info_rank_type_1 import CardInfoRankType1
from .card_info_rank_type_2_type_1 import CardInfoRankType2Type1
from .card_info_rank_type_3_type_1 import CardInfoRankType3Type1
from .card_info_suit_type_1 import CardInfoSuitType1
from .card_info_suit_type_2_type_1 import CardInfoSuitType2Type1
from .card_info_suit_type_3_type_1 import CardInfoSuitType3Type1
from .card_list import CardList
from .created_game import CreatedGame
from .created_games import CreatedGames
from .effect import Effect
from .effect_info import EffectInfo
from .effect_outcome import EffectOutcome
from .effect_reason import EffectReason
from .effect_type import EffectType
from .enemy_info import EnemyInfo
from .enemy_info_rank import EnemyInfoRank
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
from .game_wishes import GameWishes
from .grade_info import GradeInfo
from .kind_info import KindInfo
from .kind_info_kind import KindInfoKind
from .limits import Limits
from .list_agent_games_status_item import ListAgentGamesStatusItem
from .list_games_status_item import ListGamesStatusItem
from .outcome_info import OutcomeInfo
from .outcome_info_outcome import OutcomeInfoOutcome
from .own_agent import OwnAgent
from .own_agent_seating import OwnAgentSeating
from .phase_info import PhaseInfo
from .players_info import PlayersInfo
from .power_info import PowerInfo
from .power_info_power import PowerInfoPower
from .problem import Problem
from .problem_reason import ProblemReason
from .record import Record
from .record_seed_origin import RecordSeedOrigin
from .recorded_event import RecordedEvent
from .recorded_seat import RecordedSeat
from .refusal_info import RefusalInfo
from .result import Result
from .result_grade_type_1 import ResultGradeType1
from .result_grade_type_2_type_1 import ResultGradeType2Type1
from .result_grade_type_3_type_1 import ResultGradeType3Type1
from .result_outcome import ResultOutcome
from .result_reason import ResultReason
from .rules import Rules
from .seat_taking import SeatTaking
from .seat_token import SeatToken
from .seat_view import SeatView
from .seat_view_signal_type_1 import SeatViewSignalType1
from .seat_view_signal_type_2_type_1 import SeatViewSignalType2Type1
from .seat_view_signal_type_3_type_1 import SeatViewSignalType3Type1
from .seat_wish import SeatWish
from .signal_wish import SignalWish
from .signal_wish_signal import SignalWishSignal
from .suit_info import SuitInfo
from .suit_info_power import SuitInfoPower
from .suit_info_suit import SuitInfoSuit
from .turns import Turns
from .unseen_pool import UnseenPool
from .win_rate import WinRate

__all__ = (
    "ActionInfo",
    "ActionInfoKind",
    "ActionProposal",
    "Agent",
    "AgentGame",
    "AgentGameList",
    "AgentGameStatus",
    "AgentList",
    "AgentSeating",
    "AgentSettings",
    "AgentSettingsSeating",
    "AgentToken",
    "AgentWish",
    "AgentWishSeating",
    "BotFigures",
    "CardInfo",
    "CardInfoKind",
    "CardInfoPower",
    "CardInfoRankType1",
    "CardInfoRankType2Type1",
    "CardInfoRankType3Type1",
    "CardInfoSuitType1",
    "CardInfoSuitType2Type1",
    "CardInfoSuitType3Type1",
    "CardList",
    "CreatedGame",
    "CreatedGames",
    "Effect",
    "EffectInfo",
    "EffectOutcome",
    "EffectReason",
    "EffectType",
    "EnemyInfo",
    "EnemyInfoRank",
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
    "GameWishes",
    "GradeInfo",
    "KindInfo",
    "KindInfoKind",
    "Limits",
    "ListAgentGamesStatusItem",
    "ListGamesStatusItem",
    "OutcomeInfo",
    "OutcomeInfoOutcome",
    "OwnAgent",
    "OwnAgentSeating",
    "PhaseInfo",
    "PlayersInfo",
    "PowerInfo",
    "PowerInfoPower",
    "Problem",
    "ProblemReason",
    "Record",
    "RecordSeedOrigin",
    "RecordedEvent",
    "RecordedSeat",
    "RefusalInfo",
    "Result",
    "ResultGradeType1",
    "ResultGradeType2Type1",
    "ResultGradeType3Type1",
    "ResultOutcome",
    "ResultReason",
    "Rules",
    "SeatTaking",
    "SeatToken",
    "SeatView",
    "SeatViewSignalType1",
    "SeatViewSignalType2Type1",
    "SeatViewSignalType3Type1",
    "SeatWish",
    "SignalWish",
    "SignalWishSignal",
    "SuitInfo",
    "SuitInfoPower",
    "SuitInfoSuit",
    "Turns",
    "UnseenPool",
    "WinRate",
)
