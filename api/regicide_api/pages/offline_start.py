"""The service worker of the web client, with the files of a release, or without, to remove an earlier one.

Browsers compare the script with theirs whenever the page loads (Service Workers, section "Update"): each release has
another one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from regicide_api.pages.release import Release

SCRIPT: Final = "service-worker.js"

_NO_RELEASE: Final = 'const RELEASE = "";\n'
_NO_FILES: Final = "const FILES = /** @type {string[]} */ ([]);\n"
_META: Final = b'name="regicide-worker" content="'

REMOVAL: Final = """// Browsers that have kept the web client remove it.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  const names = (await caches.keys()).filter((name) => name.startsWith("regicide-release/"));
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.unregister();
}
"""


def service_worker(source: Path, release: Release) -> str:
    """The script of a folder for a release."""
    script = (source / SCRIPT).read_text()
    files = json.dumps(sorted(release.files))
    script = script.replace(_NO_RELEASE, f'const RELEASE = "{release.folder}";\n')
    return script.replace(_NO_FILES, f"const FILES = {files};\n")


def with_service_worker(page: bytes) -> bytes:
    """The page, which lets the browser install the service worker."""
    return page.replace(_META, _META + SCRIPT.encode())
