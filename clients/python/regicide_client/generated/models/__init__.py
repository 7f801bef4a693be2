"""Contains all the data models used in inputs/outputs"""

from .action_info import ActionInfo
from .action_kind import ActionKind
from .action_proposal import ActionProposal
from .action_rating import ActionRating
from .advice import Advice
from .advice_rule import AdviceRule
from .advice_wish import AdviceWish
from .agent import Agent
from .agent_event import AgentEvent
from .agent_events import AgentEvents
from .agent_game import AgentGame
from .agent_game_list import AgentGameList
from .agent_list import AgentList
from .agent_settings import AgentSettings
from .agent_token import AgentToken
from .agent_wish import AgentWish
from .answer import Answer
from .answer_status import AnswerStatus
from .beginning import Beginning
from .bot_figures import BotFigures
from .bot_result import BotResult
from .card_info import CardInfo
from .card_kind import CardKind
from .card_reference import CardReference
from .coverage import Coverage
from .created_game import CreatedGame
from .created_games import CreatedGames
from .deal_of_day import DealOfDay
from .effect import Effect
from .effect_info import EffectInfo
from .effect_type import EffectType
from .empty_object import EmptyObject
from .end_reason import EndReason
from .enemy_info import EnemyInfo
from .enemy_view import EnemyView
from .event_type import EventType
from .fault import Fault
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
from .game_wish import GameWish
from .game_wishes import GameWishes
from .give_up_wish import GiveUpWish
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
from .recorded_clock import RecordedClock
from .recorded_event import RecordedEvent
from .recorded_seat import RecordedSeat
from .refusal_info import RefusalInfo
from .refusal_reason import RefusalReason
from .review import Review
from .reviewed_move import ReviewedMove
from .rule_section import RuleSection
from .rules import Rules
from .seat_filling import SeatFilling
from .seat_presence import SeatPresence
from .seat_taking import SeatTaking
from .seat_token import SeatToken
from .seat_view import SeatView
from .seat_wish import SeatWish
from .seating import Seating
from .seed_origin import SeedOrigin
from .shared_deal import SharedDeal
from .signal import Signal
from .signal_wish import SignalWish
from .stand_in_wish import StandInWish
from .suit import Suit
from .suit_info import SuitInfo
from .todays_deal import TodaysDeal
from .todays_deals import TodaysDeals
from .turns import Turns
from .unseen_pool import UnseenPool
from .view_wish import ViewWish
from .view_wishes import ViewWishes
from .win_rate import WinRate

__all__ = (
    "ActionInfo",
    "ActionKind",
    "ActionProposal",
    "ActionRating",
    "Advice",
    "AdviceRule",
    "AdviceWish",
    "Agent",
    "AgentEvent",
    "AgentEvents",
    "AgentGame",
    "AgentGameList",
    "AgentList",
    "AgentSettings",
    "AgentToken",
    "AgentWish",
    "Answer",
    "AnswerStatus",
    "Beginning",
    "BotFigures",
    "BotResult",
    "CardInfo",
    "CardKind",
    "CardReference",
    "Coverage",
    "CreatedGame",
    "CreatedGames",
    "DealOfDay",
    "Effect",
    "EffectInfo",
    "EffectType",
    "EmptyObject",
    "EndReason",
    "EnemyInfo",
    "EnemyView",
    "EventType",
    "Fault",
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
    "GameWish",
    "GameWishes",
    "GiveUpWish",
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
    "RecordedClock",
    "RecordedEvent",
    "RecordedSeat",
    "RefusalInfo",
    "RefusalReason",
    "Review",
    "ReviewedMove",
    "RuleSection",
    "Rules",
    "SeatFilling",
    "SeatPresence",
    "SeatTaking",
    "SeatToken",
    "SeatView",
    "SeatWish",
    "Seating",
    "SeedOrigin",
    "SharedDeal",
    "Signal",
    "SignalWish",
    "StandInWish",
    "Suit",
    "SuitInfo",
    "TodaysDeal",
    "TodaysDeals",
    "Turns",
    "UnseenPool",
    "ViewWish",
    "ViewWishes",
    "WinRate",
)
