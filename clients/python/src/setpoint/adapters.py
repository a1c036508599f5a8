"""From what optimisers write to what `Client.set` and `Client.splice` take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal

from .errors import InvalidSeries

if TYPE_CHECKING:
    import pandas as pd

WATTS_PER_KW = 1_000.0

# EMHASS: watts; the battery gives where it is positive, and the grid is imported from, as in the commands here.
_EMHASS: dict[str, tuple[str, float]] = {
    "P_batt": ("bess/activePowerkW", 1 / WATTS_PER_KW),
    "P_grid": ("grid/activePowerkW", 1 / WATTS_PER_KW),
    "SOC_opt": ("bess/optimalSocPcnt", 100.0),
}


def from_emhass(frame: pd.DataFrame, *columns: Literal["P_batt", "P_grid", "SOC_opt"]) -> dict[str, pd.Series[Any]]:
    """The commands of an EMHASS result: by default its battery, `P_batt`.

    `P_batt` and `SOC_opt` exclude each other on a site: the one sets a power, the other a charge to reach.
    """
    wanted = columns or ("P_batt",)
    if {"P_batt", "SOC_opt"} <= set(wanted):
        raise InvalidSeries("P_batt and SOC_opt cannot both be set: a storage follows a power or a charge")
    missing = [column for column in wanted if column not in frame.columns]
    if missing:
        raise InvalidSeries(f"the result has no {', no '.join(missing)}; it has {', '.join(map(str, frame.columns))}")
    commands: dict[str, pd.Series[Any]] = {}
    for column in wanted:
        name, factor = _EMHASS[column]
        # Solvers leave noise behind the watt.
        commands[name] = (frame[column].astype("float64") * factor).round(3)
    return commands


def from_pyomo(
    variable: Any,
    index: pd.DatetimeIndex,
    *,
    over: Iterable[Any] | None = None,
    factor: float = 1.0,
    value: Callable[[Any], float | None] | None = None,
) -> pd.Series[Any]:
    """The values of an indexed pyomo variable or expression, as a series over `index`.

    `over` has the members of the set in their order, where that is not the variable's own. `factor` brings the values
    to kilowatts.
    """
    import pandas as pd

    keys = list(variable.keys() if over is None else over)
    if len(keys) != len(index):
        raise InvalidSeries(f"{variable} has {len(keys)} values, and the index has {len(index)} times")
    read = value if value is not None else _pyomo_value
    numbers: list[float] = []
    for key in keys:
        number = read(variable[key])
        if number is None:
            raise InvalidSeries(f"{variable}[{key}] has no value: was the model solved?")
        numbers.append(round(float(number) * factor, 3))
    return pd.Series(numbers, index=index)


def _pyomo_value(expression: Any) -> float | None:
    import importlib

    pyomo: Any = importlib.import_module("pyomo.environ")
    found: float | None = pyomo.value(expression, exception=False)
    return found
