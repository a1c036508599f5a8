"""A day optimised by the real EMHASS, set on a site of a running service; what came of it, as JSON in a file."""

import asyncio
import json
import logging
import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import emhass
import numpy as np
import pandas as pd
from emhass import utils
from emhass.optimization import Optimization

from setpoint import Client
from setpoint.adapters import from_emhass

logger = logging.getLogger("emhass")
logging.disable(logging.WARNING)
kept = tempfile.TemporaryDirectory()
root = Path(emhass.__file__).parent
paths = {
    "root_path": root,
    "data_path": Path(kept.name),
    "defaults_path": root / "data/config_defaults.json",
    "associations_path": root / "data/associations.csv",
}
day = pd.date_range("2030-01-02", "2030-01-03", freq="30min", tz="Europe/Berlin", inclusive="left")


async def configured() -> tuple[dict, dict, dict]:
    config = await utils.build_config(paths, logger, str(paths["defaults_path"]))
    config |= {
        "set_use_battery": True,
        "set_use_pv": True,
        "optimization_time_step": 30,
        "time_zone": "Europe/Berlin",
        "number_of_deferrable_loads": 0,
    }
    _, secrets = await utils.build_secrets(paths, logger, no_response=True)
    params = await utils.build_params(paths, secrets, config, logger)
    return utils.get_yaml_parse(params, logger)


retrieve, optim, plant = asyncio.run(configured())
hours = np.arange(len(day)) / 2
prices = pd.DataFrame(
    {"unit_load_cost": np.where((hours >= 17) & (hours < 21), 0.45, 0.15), "unit_prod_price": 0.05}, index=day
)
sun = pd.Series(np.clip(4000 * np.sin((hours - 6) / 12 * np.pi), 0, None), index=day)
load = pd.Series(600.0 + 1500.0 * ((hours >= 17) & (hours < 21)), index=day)
optimization = Optimization(retrieve, optim, plant, "unit_load_cost", "unit_prod_price", "profit", paths, logger)
result = optimization.perform_dayahead_forecast_optim(prices, sun, load)

client = Client(os.environ["SETPOINT_URL"], os.environ["SETPOINT_CLIENT_ID"], os.environ["SETPOINT_CLIENT_SECRET"])
batch = client.splice(client.sites()[0], from_emhass(result))
told = {
    "emhass": version("emhass"),
    "status": str(result["optim_status"].iloc[0]),
    "battery": [round(value / 1000, 3) for value in result["P_batt"]],
    "charge": [round(value, 6) for value in result["SOC_opt"]],
    "version": batch.version,
}
# Solvers write to stdout what they like.
Path(sys.argv[1]).write_text(json.dumps(told))
