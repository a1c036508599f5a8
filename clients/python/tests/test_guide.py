"""The blocks of the guide, in order, as they stand there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from setpoint.testing import LocalService

GUIDE = Path(__file__).parents[3] / "docs" / "learn" / "python.md"
NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.fixture
def environment(setpoint_service: LocalService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETPOINT_URL", setpoint_service.url)
    monkeypatch.setenv("SETPOINT_CLIENT_ID", setpoint_service.client_id)
    monkeypatch.setenv("SETPOINT_CLIENT_SECRET", setpoint_service.client_secret)


@pytest.mark.usefixtures("environment")
def test_the_guide_does_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    if not GUIDE.exists():
        pytest.skip("the guide is not here: this is no checkout of the service")
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert len(blocks) >= 8
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    said = capsys.readouterr().out
    assert "92 " in said
    assert "150.0 asked, 0.0 booked" in said
    assert "3 sites set" in said


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_cell_of_a_notebook_runs(path: Path) -> None:
    import json

    cells = json.loads(path.read_text())["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), str(path), "exec"), names)
    assert os.environ["SETPOINT_URL"]
