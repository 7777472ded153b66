"""The board colours as CSS: those of `themes.csv`, and what only the page shows.

For each theme, `boards.csv` has the colours of square marks and, in `instead`, the variables that
differ from pictures.
"""

from functools import cache

from crownhead.tables import rows_of
from crownhead.themes import THEMES


@cache
def board_styles() -> str:
    """A CSS rule for each theme.

    >>> board_styles()[:55]
    '[data-theme="classic"]{--square-light:#efe4c8;--square-'
    """
    rules = []
    for row in rows_of(__file__, "boards.csv"):
        name, instead = row.pop("theme"), row.pop("instead")
        theme = THEMES[name]
        values = {
            "square-light": theme.light,
            "square-dark": theme.dark,
            "frame": theme.frame,
            "number": theme.number,
            "last": theme.trail,
            "last-ink": theme.trail_number,
            "veins": "1" if theme.grain else "0",
            "b-groove": theme.black.groove,
        }
        for side, disc in (("b", theme.black), ("w", theme.white)):
            values |= {
                f"{side}-face": disc.face,
                f"{side}-line": disc.outline,
                f"{side}-crown": disc.crown,
            }
        values |= {mark.replace("_", "-"): colour for mark, colour in row.items()}
        values |= dict(pair.split(":") for pair in instead.split())
        variables = "".join(f"--{variable}:{value};" for variable, value in values.items())
        rules.append(f'[data-theme="{name}"]{{{variables}}}\n')
    return "".join(rules)
