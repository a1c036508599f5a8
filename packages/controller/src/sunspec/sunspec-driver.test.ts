import { expect, test } from 'vitest';
import { noTarget } from '../driver/driver.ts';
import { capacity, controls, measurement, storage, vendorModel } from '../../testing/block.ts';
import { batteryBlocks, connect, deviceOf, firstOf, startDer, startSite } from '../../testing/start-site.ts';

test('a battery is read with its scale factors into a node of the device tree', async () => {
  const { driver, clock } = await startSite('bess');
  expect(await driver.read()).toEqual({
    atMs: clock.nowMs(),
    unreached: [],
    troubles: [],
    frequencyHz: 50.012,
    devices: {
      uid: 'site',
      node_type: 'Dispatcher',
      device_type: 'site',
      name: 'Test site',
      children: [
        {
          uid: 'bess-1',
          node_type: 'Device',
          device_type: 'bess',
          name: 'The bess',
          data_source: 'sunspec',
          rated_power_upper_limit_kW: 90,
          rated_power_lower_limit_kW: -80,
          active_power_kw: -43.21,
          soc: 42.5,
          rated_energy: 200,
          available_storage_capacity_kWh: 190,
          children: [],
        },
      ],
    },
  });
});

test('a setting narrower than the rating is the rating, and what is not implemented is left out', async () => {
  const { driver } = await startSite('solar', {
    blocks: [vendorModel(5), capacity({ wMaxRtg: 12, wMax: 10, wSf: 4 }), measurement({ w: 7 })],
  });
  const node = firstOf((await driver.read()).devices);
  expect(node).toMatchObject({ rated_power_upper_limit_kW: 100, rated_power_lower_limit_kW: 0 });
  expect(node).not.toHaveProperty('active_power_kw');
  expect(node).not.toHaveProperty('soc');
});

test('the frequency of a device off the grid is not the frequency of the grid', async () => {
  const { driver, der } = await startSite('bess');
  der.replace(measurement({ connSt: 0, w: 0, wSf: 0, hz: 51_500, hzSf: -3 }));
  expect((await driver.read()).frequencyHz).toBeNull();
});

test('a state of charge a little above full is full, and one far above is none', async () => {
  const { driver, der } = await startSite('bess');
  der.replace(storage({ soc: 1004, pctSf: -1 }));
  expect(firstOf((await driver.read()).devices)?.soc).toBe(100);
  der.replace(storage({ soc: 6000, pctSf: -1 }));
  expect(firstOf((await driver.read()).devices)).not.toHaveProperty('soc');
});

test('a battery that states no charge rating is left out until the configuration states it', async () => {
  const blocks = [measurement({ w: 5, wSf: 3 }), capacity({ wMaxRtg: 100, wSf: 3 })];
  const silent = await startSite('bess', { blocks });
  expect((await silent.driver.read()).devices.children).toEqual([]);
  expect(silent.links).toEqual([expect.stringMatching(/bess-1 down.*set lowerKw/)]);
  const told = await startSite('bess', { blocks }, { lowerKw: -60 });
  expect(firstOf((await told.driver.read()).devices)).toMatchObject({
    rated_power_lower_limit_kW: -60,
    rated_power_upper_limit_kW: 100,
    active_power_kw: 5,
  });
});

test('a setpoint is written values first and enable last', async () => {
  const { driver, der } = await startSite('bess');
  await driver.write({ ...noTarget, bessKw: -43.216 });
  expect(der.writes).toEqual([
    { offset: 23, values: [1, 0xffff, 0x10000 - 4322] },
    { offset: 30, values: [0, 0, 60] },
    { offset: 22, values: [1] },
  ]);
  expect(der.follows()).toEqual({ setpointW: -43_220, limitPct: null });
});

test('a device never follows what was in its registers before', async () => {
  const { driver, der } = await startSite('bess');
  for (const bessKw of [10, 20, null, 30]) await driver.write({ ...noTarget, bessKw });
  const followed = der.obeyed.map(({ setpointW }) => setpointW);
  expect(followed.filter((watts, index) => watts !== followed[index - 1])).toEqual([
    null,
    10_000,
    20_000,
    null,
    30_000,
  ]);
});

test('a limit is a percentage of the maximum that is set, rounded down', async () => {
  const { driver, der } = await startSite('solar');
  await driver.write({ ...noTarget, solarMaxKw: 33.39 });
  expect(der.writes.map(({ offset }) => offset)).toEqual([15, 17, 14]);
  expect(der.follows().limitPct).toBeCloseTo(33.3, 9);
  await driver.write({ ...noTarget, solarMaxKw: 5000 });
  expect(der.follows().limitPct).toBe(100);
  await driver.write({ ...noTarget, solarMaxKw: 0 });
  expect(der.follows().limitPct).toBe(0);
  await driver.write(noTarget);
  expect(der.follows().limitPct).toBeNull();
});

test.each(['enable', 'time'] as const)(
  'each write renews the reversion timer of a device that starts it on %s',
  async (timerStartsOn) => {
    const { driver, der, clock } = await startSite('bess', { timerStartsOn });
    for (let minute = 0; minute < 5; minute += 1) {
      await driver.write({ ...noTarget, bessKw: 25 });
      clock.advance(59_000);
      expect(der.follows().setpointW).toBe(25_000);
    }
  },
);

test.each([
  ['bess', { bessKw: 25 }, { setpointW: 25_000 }, 60],
  ['solar', { solarMaxKw: 20 }, { limitPct: 20 }, 60],
  ['bess', { bessKw: 25 }, { setpointW: 25_000 }, 100_000],
] as const)(
  'a dead controller releases its %s, told %j, when the timer runs out',
  async (kind, order, followed, seconds) => {
    const { driver, der, clock } = await startSite(kind, {}, {}, seconds === 60 ? {} : { reversionSeconds: seconds });
    await driver.write({ ...noTarget, ...order });
    await driver.close();
    clock.advance((seconds - 1) * 1_000);
    expect(der.follows()).toMatchObject(followed);
    clock.advance(1_000);
    expect(der.follows()).toEqual({ setpointW: null, limitPct: null });
  },
);

test('no target releases what another controller left enabled, once', async () => {
  const { driver, der } = await startSite('bess', {
    blocks: [capacity({ wMaxRtg: 9, chargeRtg: 9, wSf: 3 }), controls({ enable: 1, mode: 1, setW: 7000 })],
  });
  expect(der.follows().setpointW).toBe(7000);
  await driver.write(noTarget);
  expect(der.writes).toEqual([{ offset: 22, values: [0] }]);
  await driver.write(noTarget);
  expect(der.writes).toHaveLength(1);
});

test('a setpoint beyond the ratings is one at the ratings', async () => {
  const { driver, der } = await startSite('bess');
  await driver.write({ ...noTarget, bessKw: 1e9 });
  expect(der.follows().setpointW).toBe(90_000);
  await driver.write({ ...noTarget, bessKw: -1e9 });
  expect(der.follows().setpointW).toBe(-80_000);
});

test('a device without a reversion timer is not controlled unless the configuration allows it', async () => {
  const blocks = [capacity({ wMaxRtg: 90, chargeRtg: 80, wSf: 3 }), controls({ mode: 0xffff, timer: 0xffff_ffff })];
  const ignores = [31, 32];
  const careful = await startSite('bess', { blocks, ignores });
  expect(await careful.driver.write({ ...noTarget, bessKw: 5 })).toEqual({
    bessKw: { kind: 'refused', reason: expect.stringMatching(/^bess-1: .*keep its last order.*WSetRvrtTms/) },
  });
  expect(careful.der.obeyed.every(({ setpointW }) => setpointW === null)).toBe(true);
  const daring = await startSite('bess', { blocks, ignores }, { allowWithoutReversion: true });
  await daring.driver.write({ ...noTarget, bessKw: 5 });
  expect(daring.der.follows().setpointW).toBe(5000);
});

test('a device without the control says so, and needs no release', async () => {
  const { driver, der } = await startSite('bess', {
    blocks: [capacity({ wMaxRtg: 90, chargeRtg: 80, wSf: 3 }), controls({ enable: 0xffff })],
  });
  expect(await driver.write({ ...noTarget, bessKw: 5 })).toMatchObject({
    bessKw: { kind: 'refused', reason: expect.stringMatching(/does not implement WSetEna/) },
  });
  await driver.write(noTarget);
  expect(der.writes).toEqual([]);
});

test('a target that no device takes is told once, and the others are carried out', async () => {
  const { driver, der, refusals } = await startSite('bess');
  for (const bessKw of [5, 6]) await driver.write({ ...noTarget, bessKw, loadMaxKw: 10 });
  expect(der.follows().setpointW).toBe(6000);
  expect(refusals).toEqual(['loadMaxKw: OrderRefused: No device on the site can carry out loadMaxKw.']);
});

test('NaN is no target', async () => {
  const { driver, der } = await startSite('bess');
  await expect(driver.write({ ...noTarget, bessKw: Number.NaN })).rejects.toThrow(/bessKw/);
  expect(der.writes).toEqual([]);
});

test('devices of a kind share its target by their ratings', async () => {
  const big = await startDer({ blocks: batteryBlocks() });
  const small = await startDer({
    unitId: 7,
    base: 0,
    blocks: [
      controls({}),
      vendorModel(9),
      storage({}),
      capacity({ wMaxRtg: 10, chargeRtg: 20, wSf: 3 }),
      measurement({}),
    ],
  });
  const { driver } = connect([deviceOf('bess', big), deviceOf('bess', small, { uid: 'bess-2', unitId: 7 })]);
  await driver.write({ ...noTarget, bessKw: 50 });
  expect([big.follows().setpointW, small.follows().setpointW]).toEqual([45_000, 5000]);
  await driver.write({ ...noTarget, bessKw: -50 });
  expect([big.follows().setpointW, small.follows().setpointW]).toEqual([-40_000, -10_000]);
});
