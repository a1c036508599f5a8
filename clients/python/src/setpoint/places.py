"""Where things are at the service."""

from __future__ import annotations

from .results import Site

PUBLIC = "/api/v1/public"
FLEET = "/api/v1/fleet"

SiteLike = str | Site


