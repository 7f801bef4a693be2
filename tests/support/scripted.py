"""A scripted agent for tests: it takes the first legal action at each turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import httpx
from commands import TIMEOUT_S
from shared_http import HTTP


@contextmanager
def scripted_agent(url: str, name: str) -> Iterator[str]:
    """Register an agent that plays until the end of the block; yield its name."""
    token = HTTP.post(f"{url}/v1/agents", json={"name": name}).raise_for_status().json()["token"]
    ended = Event()
    player = Thread(target=_play, args=(url, token, ended))
    player.start()
    try:
        yield name
    finally:
        ended.set()
        player.join()


def _play(url: str, token: str, ended: Event) -> None:
    """Poll the inbox and play its turns until the end."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT_S) as client:
        while not ended.is_set():
            turns = client.get("/v1/agents/me/turns", params={"wait": 1}, headers=headers)
            headers["If-None-Match"] = turns.headers["ETag"]
            for view in turns.json()["items"] if turns.is_success else []:
                action_request = {"version": view["version"], "action": view["legal_actions"][0]}
                client.post(f"/v1/games/{view['id']}/actions", json=action_request)
