"""The tokens of the house bots: whoever knows the key of the house can work them out, the server as well as we."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256


def house_token(key: str, name: str) -> str:
    """The token of a bot of the house."""
    digest = hmac.new(key.encode(), f"regicide-house-bot-1:{name}".encode(), sha256).digest()
    return f"{name}.{urlsafe_b64encode(digest[:24]).decode()}"
