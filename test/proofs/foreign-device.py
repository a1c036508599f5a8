"""A device whose registers pysunspec2 writes and pymodbus serves; lines of JSON on stdin change how it behaves."""

import asyncio, json, sys

import sunspec2.device as sunspec
from pymodbus.constants import ExcCodes
from pymodbus.server import ModbusTcpServer
from pymodbus.simulator import DataType, SimData, SimDevice

BASE, WRITES = 40000, (6, 16)
COMMON = {"Mn": "Foreign", "Md": "Simulator", "SN": "1"}
CONTROLS = {"WSetEna": 0, "WSetMod": 1, "WSet": 0, "WSetRvrtTms": 0, "WSetEnaRvrt": 0, "WSet_SF": 1,
            "WMaxLimPctEna": 0, "WMaxLimPct": 1000, "WMaxLimPctRvrtTms": 0, "WMaxLimPctEnaRvrt": 0, "WMaxLimPct_SF": -1}
DEVICES = {
    "battery": {1: COMMON, 701: {"W": 0, "W_SF": 1, "Hz": 50000, "Hz_SF": -3, "ConnSt": 1},
                702: {"WMaxRtg": 900, "WChaRteMaxRtg": 900, "WDisChaRteMaxRtg": 900, "W_SF": 2}, 704: CONTROLS,
                713: {"WHRtg": 200, "SoC": 500, "WH_SF": 3, "Pct_SF": -1}},
    "roof": {1: COMMON, 701: {"W": 0, "W_SF": 1, "Hz": 50000, "Hz_SF": -3, "ConnSt": 1},
             702: {"WMaxRtg": 1000, "WMax": 1000, "W_SF": 2}, 704: CONTROLS},
    "older battery": {1: COMMON, 103: {"W": 0, "W_SF": 1, "Hz": 5000, "Hz_SF": -2, "St": 4},
                      120: {"DERTyp": 82, "WRtg": 9000, "WRtg_SF": 1}, 122: {"PVConn": 0, "StorConn": 7, "ECPConn": 1},
                      124: {"WChaMax": 9000, "WChaMax_SF": 1, "StorCtl_Mod": 0, "OutWRte": 10000, "InWRte": 10000,
                            "InOutWRte_RvrtTms": 0, "InOutWRte_SF": -2, "ChaState": 5000, "ChaState_SF": -2}},
    "older roof": {1: COMMON, 103: {"W": 0, "W_SF": 1, "Hz": 5000, "Hz_SF": -2, "St": 4},
                   120: {"DERTyp": 4, "WRtg": 10000, "WRtg_SF": 1}, 121: {"WMax": 10000, "WMax_SF": 1},
                   122: {"PVConn": 7, "StorConn": 0, "ECPConn": 1},
                   123: {"WMaxLimPct": 10000, "WMaxLimPct_RvrtTms": 0, "WMaxLim_Ena": 0, "WMaxLimPct_SF": -2}},
}
SUN_KW = 80


def words(data):
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


class Device:
    def __init__(self, name):
        self.name, self.faults, self.stuck_kw = name, {}, 0.0
        self.models, self.places, registers = {}, {}, [0x5375, 0x6E53]
        for model_id, points in DEVICES[name].items():
            model = sunspec.Model(model_id=model_id, data={"ID": model_id, **points})
            if model_id == 701:
                model.points["W"].value = 0
            block = words(model.get_mb())
            self.models[model_id], self.places[model_id] = model, (len(registers), len(block))
            registers += block
        self.registers = registers + [0xFFFF, 0]

    def point(self, registers, model_id, name):
        start, count = self.places[model_id]
        self.models[model_id].set_mb(b"".join(word.to_bytes(2, "big") for word in registers[start : start + count]))
        return self.models[model_id].points[name].cvalue

    def ordered_kw(self, registers):
        at = lambda model_id, name: self.point(registers, model_id, name)
        if self.name == "battery":
            return at(704, "WSet") / 1000 if at(704, "WSetEna") == 1 else 0.0
        if self.name == "roof":
            return min(SUN_KW, at(704, "WMaxLimPct")) if at(704, "WMaxLimPctEna") == 1 else SUN_KW
        if self.name == "older roof":
            return min(SUN_KW, at(123, "WMaxLimPct")) if at(123, "WMaxLim_Ena") == 1 else SUN_KW
        if at(124, "StorCtl_Mod") != 3 or at(124, "OutWRte") != -at(124, "InWRte"):
            return 0.0
        return at(124, "OutWRte") / 100 * at(124, "WChaMax") / 1000

    def power_kw(self, registers):
        return self.stuck_kw if self.faults.get("isStuck") else self.ordered_kw(registers)

    def measure(self, registers):
        model_id = 701 if 701 in self.places else 103
        point = self.models[model_id].points["W"]
        registers[self.places[model_id][0] + point.offset] = round(self.power_kw(registers) * 100) & 0xFFFF

    def ignored(self):
        for model_id, name in self.faults.get("ignores", []):
            point = self.models[model_id].points[name]
            start = self.places[model_id][0] + point.offset
            yield from range(start, start + point.len)

    async def act(self, function, _start, address, count, registers, values):
        self.registers = registers
        code = self.faults.get("refusesWrites" if function in WRITES else "refusesReads")
        if code:
            return ExcCodes(code)
        if values is not None:
            ignored = set(self.ignored())
            for at in range(count):
                if address - BASE + at in ignored:
                    values[at] = registers[address - BASE + at]
        else:
            self.measure(registers)
        return None


async def main():
    device = Device(sys.argv[1])
    data = [SimData(BASE, values=device.registers, datatype=DataType.REGISTERS)]
    server = ModbusTcpServer([SimDevice(1, data, action=device.act)], address=("127.0.0.1", 0))
    await server.serve_forever(background=True)
    print(json.dumps({"port": server.transport.sockets[0].getsockname()[1]}), flush=True)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        faults = json.loads(line)
        if faults.get("isStuck"):
            device.stuck_kw = device.ordered_kw(device.registers)
        device.faults.update(faults)
        print(json.dumps({"powerKw": device.power_kw(device.registers)}), flush=True)


asyncio.run(main())
