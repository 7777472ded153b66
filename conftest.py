"""For all tests: nobody's own endgame tables are used, and none are built unless a test is about that."""

import os

os.environ["CROWNHEAD_ENDGAME"] = "off"
