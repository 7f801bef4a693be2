"""The floor: a minimal Flask application that keeps its state in Redis.

A view is one GET; an action is one GET and one compare-and-set of the game's record. The response is a text with the
length of the real one. There are no rules, tokens, views or ETags: only the cost that no application with Flask,
gunicorn and Redis can avoid.
"""

from __future__ import annotations

import os
from typing import Final

from flask import Flask, Response, request
from redis import Redis

_COMPARE_AND_SET: Final = """\
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
return 1
"""

_BODY: Final = {method: b"x" * int(os.environ.get(f"{method}_BYTES", "0")) for method in ("GET", "POST")}

app = Flask("floor", static_folder=None)
store = Redis.from_url(os.environ["REDIS_URL"])
script = store.script_load(_COMPARE_AND_SET)


@app.get("/v1/games/<game_id>")
def view(game_id: str) -> Response:
    """Read the state, and respond."""
    store.get(f"game:{{{game_id}}}")
    if "If-None-Match" in request.headers:
        return Response(status=304)
    return Response(_BODY["GET"], mimetype="application/json")


@app.post("/v1/games/<game_id>/actions")
def act(game_id: str) -> Response:
    """Read the body and the state, replace the state, and respond."""
    request.get_data()
    key = f"game:{{{game_id}}}"
    state = store.get(key)
    store.evalsha(script, 1, key, state, state)  # type: ignore[arg-type] # there is one
    return Response(_BODY["POST"], mimetype="application/json")
