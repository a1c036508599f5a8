"""What comes back: small records, with frames where a table is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from .errors import ActivationNotCovered, Problem, RejectedBatch, SetpointError, Uncovered
from .instants import parse_instant, parse_or_none
from .series import Entry

if TYPE_CHECKING:
    import pandas as pd

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Site:
    site_id: str
    name: str
    is_online: bool
    reported_at: datetime | None
    #: What is set, by `asset/type`.
    schedules: Mapping[str, tuple[Entry, ...]]
    #: The state of each asset group, as reported; only of a site that was read by itself.
    assets: Json | None = None


@dataclass(frozen=True)
class Batch:
    """A batch that was set."""

    batch_id: str
    accepted: int
    #: The version of the site's schedule after it.
    version: int | None
    #: Whether it was set before, with the same key.
    is_replayed: bool
    #: The key under which it can be sent again and takes effect once.
    key: str
    #: How many entries were dropped as they had ended; None unless it was a splice.
    dropped: int | None = None


@dataclass(frozen=True)
class Check:
    """What a batch would do. Nothing was set."""

    problems: tuple[Problem, ...]
    version: int | None
    #: What would be set, by `asset/type`; empty where the batch would be refused.
    schedules: Mapping[str, tuple[Entry, ...]]
    #: How many entries would be dropped as they have ended; None unless it is a splice that would be set.
    dropped: int | None = None

    @property
    def is_valid(self) -> bool:
        return not self.problems

    def raise_for_problems(self) -> None:
        if self.problems:
            raise rejection_of(self.problems)


@dataclass(frozen=True)
class Step:
    """What moved a target, by how much, and to where."""

    source: str
    delta: float
    after: float


@dataclass(frozen=True)
class Segment:
    start: datetime
    end: datetime
    target: float | None
    #: Without a target: the power that is added to the site's own operation.
    offset: float | None
    low: float | None
    high: float | None
    reserve_import: float | None
    reserve_export: float | None
    because: tuple[Step, ...]
    issues: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """What will happen on a site, and why."""

    site_id: str
    site_name: str
    version: int
    reported_at: datetime | None
    segments: Mapping[str, tuple[Segment, ...]]

    @property
    def grid(self) -> pd.DataFrame:
        """The connection point: a row for each segment, by its start."""
        return self.frame("grid")

    @property
    def bess(self) -> pd.DataFrame:
        return self.frame("bess")

    @property
    def solar(self) -> pd.DataFrame:
        return self.frame("solar")

    def frame(self, asset: str) -> pd.DataFrame:
        rows = [
            {
                "start": each.start,
                "end": each.end,
                "target": each.target,
                "offset": each.offset,
                "low": each.low,
                "high": each.high,
                "reserve_import": each.reserve_import,
                "reserve_export": each.reserve_export,
                "because": "; ".join(step.source for step in each.because),
                "issues": "; ".join(each.issues),
            }
            for each in self.segments[asset]
        ]
        return frame_of(rows, _PLAN_COLUMNS)

    def explain(self) -> str:
        """The plan, to be read aloud."""
        lines = [f"The plan of {self.site_name}, version {self.version}."]
        for asset, segments in self.segments.items():
            lines.extend(_explain(asset, each) for each in segments if each.because or each.issues)
        return "\n".join(lines)


#: Of frames: what a column holds, also where there is no row.
_TIME, _NUMBER, _TEXT = "datetime64[us, UTC]", "float64", "object"
_PLAN_COLUMNS = {
    "end": _TIME,
    **dict.fromkeys(("target", "offset", "low", "high", "reserve_import", "reserve_export"), _NUMBER),
    "because": _TEXT,
    "issues": _TEXT,
}


def _explain(asset: str, segment: Segment) -> str:
    when = f"{segment.start:%Y-%m-%d %H:%M} to {segment.end:%Y-%m-%d %H:%M} UTC"
    if segment.target is not None:
        what = f"{segment.target:g} kW"
    elif segment.offset is not None:
        what = f"own operation and {segment.offset:+g} kW"
    else:
        what = "own operation"
    steps = ", ".join(f"{step.source} {step.delta:+g} makes {step.after:g}" for step in segment.because)
    issues = f" Note: {', '.join(segment.issues)}." if segment.issues else ""
    return f"{asset}, {when}: {what}{f', because {steps}' if steps else ''}.{issues}"


SERVICES = (
    "afrrImport",
    "afrrExport",
    "mfrrImport",
    "mfrrExport",
    "fcrImport",
    "fcrExport",
    "setpointUp",
    "setpointDown",
)


@dataclass(frozen=True)
class Headroom:
    """How much more fits beside what is set."""

    site_id: str
    site_name: str
    version: int
    intervals: Sequence[Json] = field(repr=False)

    @property
    def frame(self) -> pd.DataFrame:
        """In kW, a row for each interval; NaN where nothing bounds it or there is no such figure."""
        return self._frame("kW", _NUMBER)

    @property
    def binds(self) -> pd.DataFrame:
        """The limits: commands, `rating` or `energy`."""
        return self._frame("binds", _TEXT)

    def _frame(self, figure: str, kind: str) -> pd.DataFrame:
        def cell(interval: Json, service: str) -> object:
            found = interval.get(service)
            value = None if found is None else found[figure]
            return "; ".join(cast("list[str]", value)) if isinstance(value, list) else value

        rows = [
            {
                "start": parse_instant(each["from"]),
                "end": parse_instant(each["to"]),
                **{service: cell(each, service) for service in SERVICES},
            }
            for each in self.intervals
        ]
        return frame_of(rows, {"end": _TIME, **dict.fromkeys(SERVICES, kind)})

    def bookable(self, service: str, *, share: float = 1.0) -> pd.Series[Any]:
        """A column to sell of: what fits, times a share, rounded down to the kilowatt; nothing below zero."""
        if service not in SERVICES:
            raise ValueError(f"{service!r} is none of {', '.join(SERVICES)}")
        if not 0 <= share <= 1:
            raise ValueError(f"share is from 0 to 1, not {share}")
        fits = self.frame[service].fillna(0.0)
        # 29 % of 100 kW is 28.999… in binary.
        return ((fits * share + 1e-6) // 1).clip(lower=0.0)


@dataclass(frozen=True)
class Following:
    """Whether the setpoints in a window were followed."""

    site_id: str
    site_name: str
    entries: Sequence[Json] = field(repr=False)

    @property
    def frame(self) -> pd.DataFrame:
        rows = [
            {
                "start": parse_instant(each["startAt"]),
                "end": parse_instant(each["endAt"]),
                **{name: value for name, value in each.items() if name not in ("startAt", "endAt")},
            }
            for each in self.entries
        ]
        return frame_of(rows, _FOLLOWING_COLUMNS)


_FOLLOWING_COLUMNS = {
    "end": _TIME,
    **dict.fromkeys(("asset", "type"), _TEXT),
    "value": _NUMBER,
    **dict.fromkeys(("state", "judgedFrom", "judgedUntil"), _TEXT),
    **dict.fromkeys(("measuredShare", "plannedkWh", "measuredkWh", "meanErrorkW", "withinShare"), _NUMBER),
}


@dataclass(frozen=True)
class Measurements:
    """Means of what was measured."""

    site_id: str
    site_name: str
    means: Sequence[Json] = field(repr=False)

    @property
    def frame(self) -> pd.DataFrame:
        rows = [
            {
                "start": parse_instant(each["startAt"]),
                "end": parse_instant(each["endAt"]),
                "asset": each["asset"],
                "power_kw": each["activePowerkW"],
                "soc": each["soc"],
            }
            for each in self.means
        ]
        return frame_of(rows, {"end": _TIME, "asset": _TEXT, "power_kw": _NUMBER, "soc": _NUMBER})

    def power(self, asset: str) -> pd.Series[Any]:
        """The mean power of one asset, by the start of each interval."""
        frame = self.frame
        return frame[frame["asset"] == asset]["power_kw"]


@dataclass(frozen=True)
class PortfolioResult:
    site_id: str
    #: The status that the site's batch would have had by itself.
    status: int
    batch_id: str | None
    version: int | None
    is_replayed: bool
    error: str | None
    message: str | None
    #: What was replaced of each command, from when to when; None where all of it was.
    window: tuple[datetime, datetime] | None = None
    #: How many entries were dropped as they had ended; None unless it was a splice that was set.
    dropped: int | None = None

    #: Why it was refused: its first ten problems, each with its place.
    problems: tuple[Problem, ...] = ()

    @property
    def is_set(self) -> bool:
        return self.error is None


class PortfolioResults(list[PortfolioResult]):
    """A result for each site, in the order in which they were given."""

    @property
    def refused(self) -> list[PortfolioResult]:
        return [each for each in self if not each.is_set]

    def raise_for_any(self) -> None:
        """Raises `SitesRefused` if a site was not set. Those that were set stay set."""
        if self.refused:
            raise SitesRefused(self.refused, len(self))


_MOST_NAMED = 10


class SitesRefused(SetpointError):
    """Some sites of a portfolio were not set; `refused` has their results. The others are set."""

    def __init__(self, refused: Sequence[PortfolioResult], of: int) -> None:
        named = [f"{each.site_id}: {each.message or each.error}" for each in refused[:_MOST_NAMED]]
        if len(refused) > _MOST_NAMED:
            named.append(f"and {len(refused) - _MOST_NAMED} more")
        super().__init__("; ".join([f"{len(refused)} of {of} sites were not set", *named]))
        self.refused = tuple(refused)


@dataclass(frozen=True)
class Event:
    event_id: str | None
    type: str
    site_id: str | None
    at: datetime | None
    data: Json
    # Only where it happened to a pool; there is no site then.
    pool_id: str | None = None
    # Only of an alert; there is neither a site nor a pool then. Of a seal of the audit log, there is none of the three.
    alert_id: str | None = None


def frame_of(rows: Sequence[Json], columns: Mapping[str, str]) -> pd.DataFrame:
    """Rows by their start, with these columns, each of its kind, also where there is no row."""
    try:
        import pandas as pd
    except ImportError:
        raise ImportError("frames need pandas: pip install pandas") from None
    if not rows:
        empty = pd.DatetimeIndex([], tz="UTC", name="start")
        return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in columns.items()}, index=empty)
    frame = pd.DataFrame(list(rows)).set_index("start")
    for name, kind in columns.items():
        if kind == _NUMBER:
            frame[name] = pd.to_numeric(frame[name])
    return frame


def entries_by_pair(commands: Sequence[Json]) -> dict[str, tuple[Entry, ...]]:
    return {
        f"{each['asset']}/{each['type']}": tuple(
            Entry(parse_instant(one["startAt"]), parse_instant(one["endAt"]), float(one["value"]))
            for one in each["entries"]
        )
        for each in commands
    }


def site_of(body: Json) -> Site:
    return Site(
        site_id=body["siteId"],
        name=body["siteName"],
        is_online=body["isOnline"],
        reported_at=parse_or_none(body["reportedAt"]),
        schedules=entries_by_pair(body["schedules"]),
        assets=body.get("assets"),
    )


def problem_of(body: Json) -> Problem:
    found = body.get("uncovered")
    uncovered = found and Uncovered(
        direction=found["direction"],
        start=parse_instant(found["from"]),
        end=parse_instant(found["to"]),
        needed_kw=float(found["neededkW"]),
        booked_kw=float(found["bookedkW"]),
    )
    pair = f"{body['asset']}/{body['type']}" if "asset" in body and "type" in body else None
    return Problem(body["rule"], body["place"], body["message"], pair, body.get("clashesWith"), uncovered or None)


def problems_in(body: Json) -> tuple[Problem, ...]:
    return tuple(problem_of(each) for each in body.get("problems", []))


def rejection_of(problems: Sequence[Problem], *, request_id: str | None = None) -> RejectedBatch:
    is_uncovered = any(problem.uncovered is not None for problem in problems)
    kind: Callable[..., RejectedBatch] = ActivationNotCovered if is_uncovered else RejectedBatch
    return kind(problems, request_id=request_id)


def plan_of(body: Json) -> Plan:
    plan = body["plan"]
    return Plan(
        site_id=body["siteId"],
        site_name=body["siteName"],
        version=body["version"],
        reported_at=parse_or_none(body["reportedAt"]),
        segments={asset: tuple(_segment(each) for each in plan[asset]) for asset in ("grid", "bess", "solar")},
    )


def _segment(body: Json) -> Segment:
    return Segment(
        start=parse_instant(body["from"]),
        end=parse_instant(body["to"]),
        target=body["target"],
        offset=body["offset"],
        low=body["lo"],
        high=body["hi"],
        reserve_import=body["reserveImport"],
        reserve_export=body["reserveExport"],
        because=tuple(Step(each["source"], each["delta"], each["after"]) for each in body["because"]),
        issues=tuple(each["code"] for each in body["issues"]),
    )
