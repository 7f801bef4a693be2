"""Compression of content that is the same for all clients (RFC 9110, section 8.4): gzip, once for each content.

Responses of the API are not compressed: a script of another site that adds text to a response could guess a secret in
it by the length (the attack BREACH).
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Final

from flask import Response, request

from regicide_api.core.work import in_parts

MIN_BYTES: Final = 1024
LEVEL: Final = 6
MAX_CONTENTS: Final = 256
"""The most compressed contents that a process keeps; the pages have fewer files."""
MAX_HEADER_LENGTH: Final = 512
"""A longer `Accept-Encoding` is ignored."""

_GZIP: Final = 16 + zlib.MAX_WBITS
_PIECE_BYTES: Final = 64 * 1024

_MEDIA_TYPES: Final = {"application/json", "application/yaml", "image/svg+xml"}


def compress(response: Response) -> Response:
    """The response, compressed if the client accepts it and the content is text of at least MIN_BYTES.

    Its ETag becomes weak, since it is the same for both forms.
    """
    if not ((response.mimetype or "").startswith("text/") or response.mimetype in _MEDIA_TYPES):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code != 200 or not _is_accepted():
        return response
    response.direct_passthrough = False
    content = response.get_data()
    if len(content) >= MIN_BYTES:
        response.set_data(_compressed(content))
        response.content_encoding = "gzip"
        response.headers.pop("Accept-Ranges", None)
        _weaken_etag(response)
    return response


def _is_accepted() -> bool:
    if len(request.headers.get("Accept-Encoding", "")) > MAX_HEADER_LENGTH:
        return False
    return bool(request.accept_encodings.quality("gzip") > 0)


@lru_cache(maxsize=MAX_CONTENTS)
def _compressed(content: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, wbits=_GZIP)
    pieces = (content[start : start + _PIECE_BYTES] for start in range(0, len(content), _PIECE_BYTES))
    return b"".join([*map(packer.compress, in_parts(pieces)), packer.flush()])


def _weaken_etag(response: Response) -> None:
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)
