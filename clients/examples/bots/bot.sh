#!/bin/sh
# A bot in jq: plays the highest sum of values, and discards the lowest.
#
#     regicide-arena check "exec:sh bot.sh"
exec jq --unbuffered --compact-output '
  def value: {"A": 1, "J": 10, "Q": 15, "K": 20}[.] // tonumber;

  # The sum of the values of the cards; negative for a discard, which begins with a minus sign.
  def worth:
    ([scan("(10|[2-9AJQK])[CDHS]") | .[0] | value] | add // 0) as $sum
    | if startswith("-") then -$sum else $sum end;

  if .type == "hello" then {type: "greeting", version: 1, name: "sums", deterministic: true}
  elif .type == "new_game" then {type: "ready"}
  elif .type == "choose" then {type: "chosen", action: (.view.legal_actions | sort_by(-worth)[0])}
  elif .type == "stop" then halt
  else empty end'
