from __future__ import annotations

import pandas as pd
import pytest

from setpoint import Client, InvalidSeries
from setpoint.adapters import from_emhass, from_pyomo

INDEX = pd.date_range("2027-01-01", periods=3, freq="30min", tz="Europe/Berlin")


def test_the_battery_of_an_emhass_result_is_a_command_in_kilowatts() -> None:
    frame = pd.DataFrame(
        {"P_batt": [1500.0, -2499.9999999, 0.0], "SOC_opt": [0.6, 0.5, 0.55], "P_grid": [0.0, 1.0, 2.0]}, index=INDEX
    )
    assert from_emhass(frame)["bess/activePowerkW"].tolist() == [1.5, -2.5, 0.0]
    assert from_emhass(frame, "SOC_opt")["bess/optimalSocPcnt"].tolist() == [60.0, 50.0, 55.0]
    assert list(from_emhass(frame, "P_batt", "P_grid")) == ["bess/activePowerkW", "grid/activePowerkW"]
    with pytest.raises(InvalidSeries, match="cannot both"):
        from_emhass(frame, "P_batt", "SOC_opt")
    with pytest.raises(InvalidSeries, match="no P_batt"):
        from_emhass(frame.drop(columns="P_batt"))


def test_a_pyomo_variable_is_a_series() -> None:
    solved = {0: 1.0004999, 1: 2.0, 2: -3.0}
    series = from_pyomo(solved, INDEX, value=lambda number: number)
    assert series.tolist() == [1.0, 2.0, -3.0]
    assert series.index.equals(INDEX)
    with pytest.raises(InvalidSeries, match="3 values, and the index has 2"):
        from_pyomo(solved, INDEX[:2], value=lambda number: number)
    with pytest.raises(InvalidSeries, match="was the model solved"):
        from_pyomo({0: None}, INDEX[:1], value=lambda number: number)
    backwards = from_pyomo(solved, INDEX, over=[2, 1, 0], value=lambda number: number)
    assert backwards.tolist() == [-3.0, 2.0, 1.0]


def test_a_real_pyomo_model_is_read() -> None:
    pyomo = pytest.importorskip("pyomo.environ")
    model = pyomo.ConcreteModel()
    model.hours = pyomo.RangeSet(0, 2)
    model.power = pyomo.Var(model.hours, initialize={0: 5.0, 1: 6.0, 2: 7.0})
    assert from_pyomo(model.power, INDEX, factor=2).tolist() == [10.0, 12.0, 14.0]
    model.open = pyomo.Var(model.hours)
    with pytest.raises(InvalidSeries, match=r"open\[0\] has no value"):
        from_pyomo(model.open, INDEX)
