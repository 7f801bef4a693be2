"""Contains all the data models used in inputs/outputs"""

from .action_info import ActionInfo
from .action_kind import ActionKind
from .action_rating import ActionRating
from .action_request import ActionRequest
from .add_device_request import AddDeviceRequest
from .advice import Advice
from .advice_request import AdviceRequest
from .advice_rule import AdviceRule
from .agent import Agent
from .agent_event import AgentEvent
from .agent_events import AgentEvents
from .agent_game import AgentGame
from .agent_game_list import AgentGameList
from .agent_list import AgentList
from .agent_settings_request import AgentSettingsRequest
from .agent_token import AgentToken
from .answer_request import AnswerRequest
from .answer_status import AnswerStatus
from .beginning import Beginning
from .board_entry import BoardEntry
from .board_entry_request import BoardEntryRequest
from .bot_figures import BotFigures
from .bot_result import BotResult
from .card_info import CardInfo
from .card_kind import CardKind
from .card_reference import CardReference
from .coverage import Coverage
from .create_game_request import CreateGameRequest
from .create_games_request import CreateGamesRequest
from .created_game import CreatedGame
from .created_games import CreatedGames
from .day_result import DayResult
from .deal_board import DealBoard
from .deal_of_day import DealOfDay
from .device import Device
from .device_list import DeviceList
from .effect import Effect
from .effect_info import EffectInfo
from .effect_type import EffectType
from .empty_request import EmptyRequest
from .end_reason import EndReason
from .enemy_info import EnemyInfo
from .enemy_view import EnemyView
from .event_type import EventType
from .fault import Fault
from .fill_seat_request import FillSeatRequest
from .game_event import GameEvent
from .game_events import GameEvents
from .game_group import GameGroup
from .game_list import GameList
from .game_look import GameLook
from .game_looks import GameLooks
from .game_presence import GamePresence
from .game_record import GameRecord
from .game_result import GameResult
from .game_status import GameStatus
from .game_summary import GameSummary
from .game_view import GameView
from .give_up_request import GiveUpRequest
from .grade import Grade
from .grade_info import GradeInfo
from .kind_info import KindInfo
from .limits import Limits
from .listed_seat import ListedSeat
from .move_rating import MoveRating
from .outcome import Outcome
from .outcome_info import OutcomeInfo
from .own_agent import OwnAgent
from .owner_token import OwnerToken
from .paired_device import PairedDevice
from .paired_game import PairedGame
from .pairing import Pairing
from .pairing_request import PairingRequest
from .part_of_rules import PartOfRules
from .part_of_view import PartOfView
from .phase import Phase
from .phase_info import PhaseInfo
from .players_info import PlayersInfo
from .power import Power
from .power_info import PowerInfo
from .preview import Preview
from .problem import Problem
from .problem_code import ProblemCode
from .question import Question
from .question_kind import QuestionKind
from .rank import Rank
from .rated_action import RatedAction
from .record_line import RecordLine
from .record_list import RecordList
from .recorded_clock import RecordedClock
from .recorded_event import RecordedEvent
from .recorded_seat import RecordedSeat
from .refusal_info import RefusalInfo
from .refusal_reason import RefusalReason
from .register_agent_request import RegisterAgentRequest
from .review import Review
from .reviewed_move import ReviewedMove
from .rule_section import RuleSection
from .rule_table import RuleTable
from .rules import Rules
from .seat_grant import SeatGrant
from .seat_presence import SeatPresence
from .seat_request import SeatRequest
from .seat_token import SeatToken
from .seat_view import SeatView
from .seating import Seating
from .seed_origin import SeedOrigin
from .shared_deal import SharedDeal
from .shared_game import SharedGame
from .signal import Signal
from .signal_request import SignalRequest
from .stand_in_request import StandInRequest
from .suit import Suit
from .suit_info import SuitInfo
from .take_seat_request import TakeSeatRequest
from .todays_deal import TodaysDeal
from .todays_deals import TodaysDeals
from .turns import Turns
from .unseen_pool import UnseenPool
from .view_request import ViewRequest
from .views_request import ViewsRequest
from .win_rate import WinRate

__all__ = (
    "ActionInfo",
    "ActionKind",
    "ActionRating",
    "ActionRequest",
    "AddDeviceRequest",
    "Advice",
    "AdviceRequest",
    "AdviceRule",
    "Agent",
    "AgentEvent",
    "AgentEvents",
    "AgentGame",
    "AgentGameList",
    "AgentList",
    "AgentSettingsRequest",
    "AgentToken",
    "AnswerRequest",
    "AnswerStatus",
    "Beginning",
    "BoardEntry",
    "BoardEntryRequest",
    "BotFigures",
    "BotResult",
    "CardInfo",
    "CardKind",
    "CardReference",
    "Coverage",
    "CreateGameRequest",
    "CreateGamesRequest",
    "CreatedGame",
    "CreatedGames",
    "DayResult",
    "DealBoard",
    "DealOfDay",
    "Device",
    "DeviceList",
    "Effect",
    "EffectInfo",
    "EffectType",
    "EmptyRequest",
    "EndReason",
    "EnemyInfo",
    "EnemyView",
    "EventType",
    "Fault",
    "FillSeatRequest",
    "GameEvent",
    "GameEvents",
    "GameGroup",
    "GameList",
    "GameLook",
    "GameLooks",
    "GamePresence",
    "GameRecord",
    "GameResult",
    "GameStatus",
    "GameSummary",
    "GameView",
    "GiveUpRequest",
    "Grade",
    "GradeInfo",
    "KindInfo",
    "Limits",
    "ListedSeat",
    "MoveRating",
    "Outcome",
    "OutcomeInfo",
    "OwnAgent",
    "OwnerToken",
    "PairedDevice",
    "PairedGame",
    "Pairing",
    "PairingRequest",
    "PartOfRules",
    "PartOfView",
    "Phase",
    "PhaseInfo",
    "PlayersInfo",
    "Power",
    "PowerInfo",
    "Preview",
    "Problem",
    "ProblemCode",
    "Question",
    "QuestionKind",
    "Rank",
    "RatedAction",
    "RecordLine",
    "RecordList",
    "RecordedClock",
    "RecordedEvent",
    "RecordedSeat",
    "RefusalInfo",
    "RefusalReason",
    "RegisterAgentRequest",
    "Review",
    "ReviewedMove",
    "RuleSection",
    "RuleTable",
    "Rules",
    "SeatGrant",
    "SeatPresence",
    "SeatRequest",
    "SeatToken",
    "SeatView",
    "Seating",
    "SeedOrigin",
    "SharedDeal",
    "SharedGame",
    "Signal",
    "SignalRequest",
    "StandInRequest",
    "Suit",
    "SuitInfo",
    "TakeSeatRequest",
    "TodaysDeal",
    "TodaysDeals",
    "Turns",
    "UnseenPool",
    "ViewRequest",
    "ViewsRequest",
    "WinRate",
)
