"""Every theme in one test."""

from __future__ import annotations

from cases import each
from crownhead.themes import THEMES

themes = each("theme", THEMES.values())
