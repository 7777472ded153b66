"""For all tests: what programs that they start inherit.

Nobody's own endgame tables are used, and none are built unless a test is about that; nor does a computer in
a game use the opening book. Ctrl-C is heard,
also where a shell runs the tests in the background and lets them ignore it.
"""

import os
import signal

os.environ["CROWNHEAD_ENDGAME"] = "off"
os.environ["CROWNHEAD_BOOK"] = "off"
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
