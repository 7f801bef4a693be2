"""An agent over HTTP that uses the standard library only: python3 inbox.py NAME."""

import json
import sys
import time
import urllib.error
import urllib.request
from typing import Any

from my_bot import choose

SERVER = "http://127.0.0.1:8000"


def call(path: str, token: str = "", body: object = None, etag: str = "") -> tuple[Any, str]:
    """The JSON of a response and its ETag. Raises HTTPError for a problem."""
    headers = {"Content-Type": "application/json", "Prefer": "wait=30", "If-None-Match": etag or '""'}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    content = json.dumps(body).encode() if body else None
    request = urllib.request.Request(SERVER + path, content, headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response), response.headers.get("ETag", "")


def play_turn(view: dict[str, Any], token: str) -> None:
    """Take an action in a game. 409 means that the game has changed since the view, which is not an error."""
    try:
        call(f"/v1/games/{view['id']}/actions", token, {"version": view["version"], "action": choose(view)})
    except urllib.error.HTTPError as problem:
        if problem.code != 409:
            raise


def main(name: str) -> None:
    """Play every turn until the program is stopped."""
    token, etag = call("/v1/agents", body={"name": name})[0]["token"], ""
    print(name, "is ready", flush=True)
    while True:
        try:
            turns, etag = call("/v1/agents/me/turns", token, etag=etag)
            for view in turns["items"]:
                play_turn(view, token)
        except urllib.error.HTTPError as problem:
            if problem.code not in {304, 429, 502, 503, 504}:  # 304: unchanged for 30 seconds
                raise
            time.sleep(0 if problem.code == 304 else 1)
        except OSError:
            time.sleep(1)  # no response: the turns stay in the inbox until the server is back


if __name__ == "__main__":
    main(sys.argv[1])
