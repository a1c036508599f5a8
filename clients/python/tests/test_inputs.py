"""What people have in hand: it works, or a sentence says what to give."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from setpoint import Entry, InvalidSeries
from setpoint.exchange import json_bytes
from setpoint.instants import instant_text
from setpoint.series import entries_of, read_commands

INDEX = pd.date_range("2027-01-01", periods=3, freq="15min", tz="UTC")
NAME = "grid/activePowerkW"
VALUES = pd.Series([1.0, 2.0, 3.0], index=INDEX)


class OwnSeries(pd.Series):
    """As xarray, geopandas and others have them."""


class OwnFrame(pd.DataFrame):
    pass


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([1, None, 3], "Int64"),
        ([1.0, None, 3.0], "Float64"),
        ([1.0, None, 3.0], object),
        ([1, pd.NA, 3], object),
        ([1.0, pd.NaT, 3.0], object),
        ([Decimal("1"), Decimal("NaN"), Decimal("3")], object),
        ([1.0, float("nan"), 3.0], "float64"),
        ([1.0, float("nan"), 3.0], "float32"),
    ],
)
def test_what_is_missing_is_a_gap(values: list[Any], dtype: Any) -> None:
    entries = entries_of(pd.Series(values, index=INDEX, dtype=dtype))
    assert [(each.start, each.value) for each in entries] == [(INDEX[0], 1.0), (INDEX[2], 3.0)]
    assert read_commands({NAME: pd.Series(values, index=INDEX, dtype=dtype)}).window is not None


def test_a_series_of_a_class_of_its_own_is_a_series() -> None:
    assert [each.value for each in entries_of(OwnSeries(VALUES))] == [1.0, 2.0, 3.0]
    assert len(read_commands(OwnFrame({NAME: VALUES})).schedules) == 1


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (np.array([1.0, 2.0]), "no instants.*pd.Series"),
        ([1.0, 2.0], "no instants.*pd.Series"),
        (pl.Series([1.0, 2.0]), "polars.*to_pandas"),
        (pl.DataFrame({"a": [1.0]}), "polars.*to_pandas"),
        (5.0, "no instants.*pd.Series"),
        (pd.NA, "no instants.*pd.Series"),
        (pd.DataFrame({NAME: VALUES}), "DataFrame.*one of its columns"),
        ({"startAt": "2027-01-01T00:00Z", "endAt": "2027-01-01T01:00Z", "value": 1}, "a list of entries"),
        ([("2027-01-01T00:00Z", 1.0)], "entry 0.*Entry"),
        ([None], "entry 0.*Entry"),
        (
            [Entry(datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 1, 2, tzinfo=UTC), None)],
            "entry 0: None is no number",
        ),
        ([{"startAt": 5, "endAt": 6, "value": 1}], "startAt is no date-time"),
        ([{"startAt": np.datetime64("2027-01-01"), "endAt": date(2027, 1, 2), "value": 1}], "startAt is no date-time"),
        (pd.Series([1.0, 2.0], index=INDEX[:2] + pd.Timedelta(1, "ns")), "finer than a millisecond"),
        (pd.Series([1.0, 2.0], index=INDEX[:2] + pd.Timedelta(1, "us")), "finer than a millisecond"),
        (pd.Series([1.0, True, 2.0], index=INDEX, dtype=object), "is no number"),
        (pd.Series([1.0, np.True_, 2.0], index=INDEX, dtype=object), "is no number"),
        (pd.Series([1j, 2j, 3j], index=INDEX), "is no number"),
        (pd.Series([[1.0], [2.0], [3.0]], index=INDEX), "is no number"),
    ],
)
def test_values_without_instants_say_what_to_give(values: Any, words: str) -> None:
    with pytest.raises(InvalidSeries, match=words) as refused:
        read_commands({NAME: values})
    assert str(refused.value).startswith(NAME)


@pytest.mark.parametrize(
    ("commands", "words"),
    [
        (VALUES, "no command.*grid/activePowerkW"),
        (np.array([1.0]), "no commands.*DataFrame"),
        (pl.DataFrame({"at": [datetime(2027, 1, 1, tzinfo=UTC)], NAME: [1.0]}), "polars.*to_pandas.*set_index"),
        (pl.Series([1.0]), "polars.*to_pandas"),
        (5.0, "no commands.*DataFrame"),
        (None, "no commands.*DataFrame"),
        ("grid/activePowerkW", "no commands.*DataFrame"),
        ([VALUES], "no commands.*DataFrame"),
        ({("grid", "activePowerkW"): VALUES}, "asset/type"),
        ({5: VALUES}, "asset/type"),
        (pd.DataFrame({("grid", "activePowerkW"): VALUES}), "asset/type"),
        (pd.DataFrame([[1.0, 2.0]], columns=[NAME, NAME], index=INDEX[:1]), "column twice"),
        (pd.DataFrame([[1.0, 2.0]], columns=["bess/x", 0], index=INDEX[:1]), "asset/type"),
    ],
)
def test_what_names_no_command_says_what_to_give(commands: Any, words: str) -> None:
    with pytest.raises(InvalidSeries, match=words):
        read_commands(commands)


def test_the_value_of_an_entry_may_be_of_numpy() -> None:
    start, end = (at.to_pydatetime() for at in INDEX[:2])
    read = read_commands({NAME: [Entry(start, end, value) for value in (np.int64(5), np.float32(0.5), Decimal("2"))]})
    [command] = json.loads(json_bytes(read.schedules))
    assert [each["value"] for each in command["entries"]] == [5.0, 0.5, 2.0]


def test_a_window_keeps_no_nanoseconds_in_silence() -> None:
    with pytest.raises(InvalidSeries, match="finer than a millisecond"):
        instant_text(INDEX[0] + pd.Timedelta(1, "ns"), "start")
