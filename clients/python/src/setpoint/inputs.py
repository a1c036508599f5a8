"""What people have in hand: what it is, and what to give instead where it is no schedule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from .errors import InvalidSeries

_COMMANDS = "give a DataFrame whose columns are named asset/type, or a mapping such as {'grid/activePowerkW': series}"
_SERIES = "give pd.Series(values, index=…) with a DatetimeIndex that has a time zone, or a list of entries"


def is_series(given: object) -> bool:
    return _is_of("pandas", "Series", given)


def is_frame(given: object) -> bool:
    return _is_of("pandas", "DataFrame", given)


# By name, for pandas need not be there; by all classes, for people have series of their own.
def _is_of(package: str, name: str, given: object) -> bool:
    return any(each.__name__ == name and each.__module__.split(".")[0] == package for each in type(given).__mro__)


def columns_of(commands: object) -> dict[str, object]:
    """What is to be set, by `asset/type`."""
    if is_frame(commands):
        frame: Any = commands
        twice = frame.columns[frame.columns.duplicated()]
        if len(twice) > 0:
            raise InvalidSeries(f"the frame has the column twice: {twice[0]!r}; keep one of them")
        return {_named(name): frame[name] for name in frame.columns}
    if _is_polars(commands):
        raise InvalidSeries(
            "this is of polars, which has no index: give frame.to_pandas().set_index('start'), "
            "with a time zone and columns named asset/type"
        )
    if is_series(commands):
        raise InvalidSeries("a series alone names no command: give {'grid/activePowerkW': series}")
    if not isinstance(commands, Mapping):
        raise InvalidSeries(f"{_shown(commands)} names no commands: {_COMMANDS}")
    return {_named(name): values for name, values in cast("Mapping[object, object]", commands).items()}


def listed(values: object, name: str) -> list[object]:
    """What is no series has to be a list of entries."""
    if _is_polars(values):
        raise InvalidSeries(f"{name}: this is of polars, which has no index: give frame.to_pandas() and set its index")
    if is_frame(values):
        raise InvalidSeries(f"{name}: this is a DataFrame: give one of its columns, such as frame['power']")
    if isinstance(values, Mapping):
        raise InvalidSeries(f"{name}: give a list of entries, such as [{{'startAt': …, 'endAt': …, 'value': …}}]")
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InvalidSeries(f"{name}: {_shown(values)} has no instants: {_SERIES}")
    shown = _shown(cast("object", values))
    try:
        given = list(cast("Iterable[object]", values))
    except TypeError:
        raise InvalidSeries(f"{name}: {shown} has no instants: {_SERIES}") from None
    if given and all(hasattr(each, "__float__") for each in given):
        raise InvalidSeries(f"{name}: {shown} has no instants: {_SERIES}")
    return given


def _named(name: object) -> str:
    asset, slash, kind = name.partition("/") if isinstance(name, str) else ("", "", "")
    if not slash or not asset or not kind:
        raise InvalidSeries(f"{name!r} names no command: write asset/type, such as 'grid/activePowerkW'")
    return cast("str", name)


def _is_polars(given: object) -> bool:
    return any(_is_of("polars", kind, given) for kind in ("Series", "DataFrame", "LazyFrame"))


def _shown(given: object) -> str:
    return f"a value of type {type(given).__name__}"
