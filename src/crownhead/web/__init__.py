"""The game in the browser: a small local server, and the page that it serves.

`Guard` stands in front of the application. It allows only our own host and origin, sets a strict
same-site cookie, limits sizes and rates, and forbids inline scripts. The start address makes a
browser a host; a signed link makes it a guest of one game. A guest's cookie names the games of its
links; all others are refused. Opponents come from a list: no name in a request starts a program or
opens a path. Guests leave capacity for the host: connections, live pages and pictures.

The page knows no rules. A view has every legal path with the position after it, and the page
matches clicks against paths. `moment()` in `static/pages` is what the board shows; everything is
drawn from it in one step. Dialogs, hints, sounds and long lists are loaded when first needed. There
is no build step: ESLint and TypeScript (JSDoc) check the page, and Node's runner tests its pure
parts.
"""

from crownhead.errors import needing

with needing("app", "page"):
    from crownhead.web.connections import Patience
    from crownhead.web.server import Settings, serve

__all__ = ["Patience", "Settings", "serve"]
