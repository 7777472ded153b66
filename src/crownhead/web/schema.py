"""Writes the schema of the API: `make types`."""

import json
import sys
import tempfile
from pathlib import Path

from crownhead.service import Service
from crownhead.web.app import make_api
from crownhead.web.security import Access
from crownhead.web.threads import Writers


def main() -> None:
    """Write the schema as JSON to standard output."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder))
        try:
            access = Access("127.0.0.1", 80, secret="", token="", reusable=False)
            json.dump(make_api(service, access, Writers()).openapi(), sys.stdout)
        finally:
            service.close()


if __name__ == "__main__":
    main()
