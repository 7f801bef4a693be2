"""Check that this Python can make a virtual environment. Exits with a message that says what to install.

Runs on any Python 3, before anything is installed.
"""

import sys

ADVICE = "or name another Python: make PYTHON=/path/to/python3"

if sys.version_info < (3, 11):  # noqa: UP036 - older versions get a message, not a syntax error later
    found = ".".join(map(str, sys.version_info[:2]))
    sys.exit(f"Python 3.11 or newer is needed, {sys.executable} is {found}: install a newer one, {ADVICE}")

try:
    import ensurepip  # noqa: F401
    import venv  # noqa: F401
except ImportError as error:
    sys.exit(f"{sys.executable} has no module {error.name}: install python3-venv (Debian, Ubuntu), {ADVICE}")
