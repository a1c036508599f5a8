import type { DeviceTreeNode } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { noTarget } from '../driver/driver.ts';
import {
  capacity,
  commonModel,
  controls,
  immediate,
  inverter,
  measurement,
  meter,
  modelOf,
  modules,
  nameplate,
  olderStorage,
  settings,
  status,
} from '../../testing/block.ts';
import { connect, deviceOf, firstOf, newClock, startDer, startSite } from '../../testing/start-site.ts';

const floatInverter = modelOf(113, 60, { w: { float: 22 }, hz: { float: 24 } }, { 48: 4 });
const floatMeter = modelOf(213, 124, { hz: { float: 26 }, w: { float: 28 } });
const batteryBase = modelOf(802, 62, { wh: 3, soc: 11, soh: 13 }, { 4: 300, 5: 400, 53: 2, 54: 2, 56: -1, 58: 0 });

const roof = () => [
  commonModel(),
  inverter({ w: 4200, wSf: 1 }),
  nameplate({ wRtg: 6000 }),
  settings({ wMax: 5000 }),
  immediate(),
];
const hybrid = () => [
  commonModel(),
  inverter({ w: 900, wSf: 1 }),
  nameplate({ wRtg: 2000, whRtg: 2200, chargeRtg: 1000, dischargeRtg: 1000 }),
  settings({ wMax: 2000 }),
  immediate(),
  olderStorage(),
  modules([
    ['MPPT 1', 7000],
    ['MPPT 2', 5000],
    ['StCha 3', 3000],
    ['StDisCha 4', 0],
  ]),
  meter({ w: -1250, wSf: 1 }),
];

test('an inverter of the older models is read, and limited in percent of its WMax', async () => {
  const { driver, der, clock } = await startSite('solar', { blocks: roof() });
  const { devices, frequencyHz } = await driver.read();
  expect(firstOf(devices)).toMatchObject({ active_power_kw: 42, rated_power_upper_limit_kW: 50 });
  expect(frequencyHz).toBe(50.01);
  expect(await driver.write({ ...noTarget, solarMaxKw: 12.3456 })).toEqual({});
  expect(der.writes).toEqual([
    { offset: 5, values: [2469] },
    { offset: 7, values: [60] },
    { offset: 9, values: [1] },
  ]);
  expect(der.follows().limitPct).toBeCloseTo(24.69, 9);
  clock.advance(60_000);
  expect(der.follows().limitPct).toBeNull();
  await driver.write({ ...noTarget, solarMaxKw: 50 });
  await driver.write(noTarget);
  expect(der.follows().limitPct).toBeNull();
});

test('floating-point models are read, and NaN in them is no value', async () => {
  const clock = newClock();
  const sun = await startDer({ blocks: [floatInverter({ w: 41_500, hz: 49.99 }), nameplate({ wRtg: 6000 })] });
  const grid = await startDer({ blocks: [floatMeter({ w: -1500.5, hz: Number.NaN })] });
  const ratings = { upperKw: 100, lowerKw: -100 };
  const { driver } = connect([deviceOf('solar', sun), deviceOf('grid', grid, ratings)], clock);
  const { devices, frequencyHz } = await driver.read();
  expect(devices.children.map((node) => node.active_power_kw)).toEqual([41.5, -1.5005]);
  expect(frequencyHz).toBeCloseTo(49.99, 4);
});

const byKind = (root: DeviceTreeNode): Map<string, DeviceTreeNode> =>
  new Map(root.children.map((node) => [node.device_type, node]));

test('a hybrid inverter is a battery, panels and a meter behind one connection', async () => {
  const der = await startDer({ blocks: hybrid() });
  const ratings = { upperKw: 100, lowerKw: -100 };
  const { driver } = connect([deviceOf('bess', der), deviceOf('solar', der), deviceOf('grid', der, ratings)]);
  const { devices, frequencyHz } = await driver.read();
  const nodes = byKind(devices);
  expect(nodes.get('bess')).toMatchObject({
    active_power_kw: -3,
    soc: 42.5,
    rated_energy: 22,
    rated_power_upper_limit_kW: 10,
    rated_power_lower_limit_kW: -10,
  });
  expect(nodes.get('solar')?.active_power_kw).toBe(12);
  expect(nodes.get('grid')).toMatchObject({ active_power_kw: -12.5, rated_power_lower_limit_kW: -100 });
  expect(frequencyHz).toBe(49.98);
  expect(der.connectionsMade()).toBe(1);
});

test.each([
  [4.5678, 4568],
  [-7.5, -7500],
  [99, 10_000],
  [0, 0],
])('a battery of the older models is set to %f kW between its two bounds', async (bessKw, steps) => {
  const { driver, der, clock } = await startSite('bess', { blocks: hybrid() });
  expect(await driver.write({ ...noTarget, bessKw })).toEqual({});
  expect(der.writes).toEqual([
    { offset: 12, values: [steps & 0xffff, -steps & 0xffff] },
    { offset: 15, values: [60] },
    { offset: 5, values: [3] },
  ]);
  expect(der.follows().setpointW).toBeCloseTo(steps, 6);
  clock.advance(60_000);
  expect(der.follows().setpointW).toBeNull();
});

test('a battery of the older models that ignores a bound refuses', async () => {
  const { driver, der } = await startSite('bess', { blocks: hybrid(), ignores: [13] });
  const reason = expect.stringMatching(/acknowledged InWRte and shows 100 instead of -50/) as string;
  expect(await driver.write({ ...noTarget, bessKw: 5 })).toEqual({ bessKw: { kind: 'refused', reason } });
  expect(der.follows().setpointW).toBeNull();
});

test('a battery states its charge in model 802, and its power where there are no inputs', async () => {
  const blocks = [
    inverter({ w: -210, wSf: 2 }),
    nameplate({ wRtg: 5000 }),
    batteryBase({ wh: 1000, soc: 615, soh: 90 }),
  ];
  const { driver } = await startSite('bess', { blocks });
  expect(firstOf((await driver.read()).devices)).toMatchObject({
    active_power_kw: -21,
    soc: 61.5,
    rated_energy: 100,
    available_storage_capacity_kWh: 90,
    rated_power_upper_limit_kW: 40,
    rated_power_lower_limit_kW: -30,
  });
});

test('a meter that counts export as positive is told so, and one beside panels counts what they give', async () => {
  const [one, other] = [
    await startDer({ blocks: [meter({ w: 800 })] }),
    await startDer({ blocks: [meter({ w: -900 })] }),
  ];
  const { driver } = connect([
    deviceOf('grid', one, { upperKw: 10, lowerKw: -10, positiveIs: 'export' }),
    deviceOf('solar', other, { upperKw: 10 }),
  ]);
  expect((await driver.read()).devices.children.map((node) => node.active_power_kw)).toEqual([-0.8, 0.9]);
  expect(await driver.write({ ...noTarget, solarMaxKw: 1 })).toMatchObject({ solarMaxKw: { kind: 'refused' } });
});

test('newer models go before older ones, and older ones stand in for what they lack', async () => {
  const blocks = [
    ...roof(),
    capacity({ wMaxRtg: 400, wSf: 2 }),
    measurement({ w: 777, wSf: 1 }),
    controls({ limitSf: -1 }),
  ];
  const both = await startSite('solar', { blocks });
  expect(firstOf((await both.driver.read()).devices)).toMatchObject({
    active_power_kw: 7.77,
    rated_power_upper_limit_kW: 40,
  });
  await both.driver.write({ ...noTarget, solarMaxKw: 10 });
  expect(both.der.follows().limitPct).toBe(25);
  const poor = await startSite('solar', { blocks: [...roof(), measurement({})] });
  expect(firstOf((await poor.driver.read()).devices)?.active_power_kw).toBe(42);
});

test('an inverter asleep shows no frequency', async () => {
  const { driver, der } = await startSite('solar', { blocks: roof() });
  der.replace(inverter({ w: 0, hz: 0, st: 2 }));
  expect((await driver.read()).frequencyHz).toBeNull();
});

test.each([
  [0, null],
  [1, 50.01],
  [0xffff, 50.01],
])('an inverter whose status says %i of its connection shows the frequency %j', async (connection, frequency) => {
  const { driver } = await startSite('solar', { blocks: [...roof(), status({ connection })] });
  expect((await driver.read()).frequencyHz).toBe(frequency);
});

test('an older device without a timer is not controlled unless the configuration allows it', async () => {
  const blocks = [...roof().slice(0, 4), immediate({ hasTimer: false })];
  const careful = await startSite('solar', { blocks, ignores: [7] });
  expect(await careful.driver.write({ ...noTarget, solarMaxKw: 5 })).toMatchObject({
    solarMaxKw: { kind: 'refused', reason: expect.stringMatching(/for ever.*WMaxLimPct_RvrtTms/) as string },
  });
  expect(careful.der.follows().limitPct).toBeNull();
  const daring = await startSite('solar', { blocks, ignores: [7] }, { allowWithoutReversion: true });
  await daring.driver.write({ ...noTarget, solarMaxKw: 5 });
  expect(daring.der.follows().limitPct).toBe(10);
});
