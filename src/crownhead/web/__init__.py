"""The game in the browser: a small server on this machine, and the page that it serves.

`Guard` stands before the application: it allows our own host and origin only, a strict same-site
cookie, bounded sizes and rates, and a content policy without inline script. The start address makes
a browser a host; a signed link makes it a guest of one game. A guest's cookie names the games of
its links, and every other game is refused. Opponents come from a list: no name from a request
starts a program or opens a path. Guests leave room for the host, in connections, live pages and
pictures.

The page knows no rules. A view has every legal path with the position after it, and the page
matches clicks against paths. `moment()` in `static/pages` is what the board shows; everything is
drawn from it in one step. Dialogs, hints, sounds and long lists are fetched when they are first
wanted. The page needs no build step: ESLint and TypeScript (JSDoc) check it, and Node's runner
tests its pure parts.
"""

from crownhead.errors import needing

with needing("app", "page"):
    from crownhead.web.connections import Patience
    from crownhead.web.server import Settings, serve

__all__ = ["Patience", "Settings", "serve"]
