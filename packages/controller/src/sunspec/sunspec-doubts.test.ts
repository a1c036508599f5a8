import { expect, test } from 'vitest';
import { noTarget, type PlantTarget, type Refusals } from '../driver/driver.ts';
import { type Block, controls, measurement, storage, vendorModel } from '../../testing/block.ts';
import type { SimulatedDerConfig } from '../../testing/simulated-der.ts';
import type { Misbehaviour } from '../../testing/simulated-modbus.ts';
import {
  batteryBlocks,
  connect,
  deviceOf,
  firstOf,
  solarBlocks,
  startDer,
  startSite,
} from '../../testing/start-site.ts';

const refused = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) as string });

test('a device that refuses is named, though another one had nothing to do', async () => {
  const sun = await startDer({ blocks: solarBlocks() });
  const battery = await startDer({ blocks: batteryBlocks() });
  const { driver } = connect([deviceOf('solar', sun), deviceOf('bess', battery)]);
  await driver.read();
  sun.misbehave('refuses');
  expect(await driver.write({ ...noTarget, solarMaxKw: 0 })).toEqual({
    solarMaxKw: refused(/^solar-1: The device refuses with Modbus exception 4 \(device failure\)\.$/),
  });
  expect(battery.writes.every(({ offset, values }) => offset === 22 && values[0] === 0)).toBe(true);
});

/** A battery whose controls hold these words. */
const controlled = (...words: readonly (readonly [offset: number, values: readonly number[]])[]) => {
  const blocks = batteryBlocks();
  for (const [offset, values] of words) blocks[3]?.splice(offset, values.length, ...values);
  return blocks;
};
const turnsRound = (block: Block): void => void (block[25] !== 0 && block.splice(24, 2, 0xffff, 0xffff));
const acknowledged = { kind: 'unknown', reason: expect.any(String) as string };

test.each<[string, Partial<SimulatedDerConfig> & { habit?: Misbehaviour }, object | undefined, number | null]>([
  ['acknowledges and ignores the enable', { ignores: [22] }, refused(/acknowledged WSetEna and did not keep it/), null],
  [
    'acknowledges and ignores the setpoint',
    { ignores: [24, 25] },
    refused(/acknowledged WSet and shows 0 instead of 25000/),
    null,
  ],
  [
    'shows points as absent while it is released',
    { blocks: controlled([24, [0x8000, 0]], [31, [0xffff, 0xffff]]) },
    undefined,
    25_000,
  ],
  [
    'keeps a point absent',
    { blocks: controlled([24, [0x8000, 0]]), ignores: [24, 25] },
    refused(/does not implement WSet\b/),
    null,
  ],
  ['has no scale factor', { blocks: controlled([55, [0x8000]]) }, refused(/does not implement WSet_SF/), null],
  ['turns a setpoint round', { keeps: turnsRound }, refused(/shows -10 instead of 25000/), null],
  ['carries out what it acknowledges with exception 5', { habit: 'acknowledges' }, undefined, 25_000],
  ['has not yet done so', { habit: 'acknowledges', ignores: [24, 25] }, acknowledged, null],
])('what is said of a device that %s', async (_, { habit = null, ...config }, said, followsW) => {
  const { driver, der } = await startSite('bess', config);
  der.misbehave(habit);
  expect(await driver.write({ ...noTarget, bessKw: 25 })).toEqual(said === undefined ? {} : { bessKw: said });
  expect(der.follows().setpointW).toBe(followsW);
});

test('a device that goes on after its release refuses that', async () => {
  const { driver, der, refusals } = await startSite('bess', {
    blocks: [...batteryBlocks().slice(0, 3), controls({ enable: 1, mode: 1, setW: 7000 }), storage({})],
    ignores: [22],
  });
  await driver.write(noTarget);
  expect(der.follows().setpointW).toBe(7000);
  expect(refusals).toEqual([expect.stringMatching(/does not release its control/)]);
});

test('models that moved under an open connection are found again, and nothing else is written to', async () => {
  const { driver, der } = await startSite('bess');
  await driver.read();
  der.insert(vendorModel(6));
  expect(await driver.write({ ...noTarget, bessKw: 25 })).toEqual({});
  expect(der.writes.map(({ offset }) => offset)).toEqual([23, 30, 22]);
  expect(der.follows().setpointW).toBe(25_000);
  expect(firstOf((await driver.read()).devices)?.soc).toBe(42.5);
});

test('an order is not written by a scale factor that has just become another one', async () => {
  const { driver, der, clock } = await startSite('bess');
  await driver.write({ ...noTarget, bessKw: 25 });
  const before = der.writes.length;
  der.replace(controls({ setSf: 2 }));
  expect(await driver.write({ ...noTarget, bessKw: 25 })).toEqual({ bessKw: refused(/has 2 now: nothing is written/) });
  expect(der.writes.slice(before)).toEqual([]);
  clock.advance(60_000);
  expect(await driver.write({ ...noTarget, bessKw: 25 })).toEqual({});
  expect(der.follows().setpointW).toBe(25_000);
});

test.each([4, 5, 6, 10, 11])('exception %i while the models are walked ends no list', async (code) => {
  const { driver, der, links } = await startSite('bess');
  // The signature, model 1 and model 701 are read before it.
  der.refuseOnce(code, { afterRequests: 3 });
  await driver.read();
  expect(links).toEqual([expect.stringMatching(new RegExp(`down.*exception ${code} `))]);
  expect(firstOf((await driver.read()).devices)).toMatchObject({ soc: 42.5, rated_power_upper_limit_kW: 90 });
});

test('a device that is silent at one base address is sought at the next', async () => {
  const device = { base: 50_000, silentAt: [40_000] };
  const { driver, clock } = await startSite('bess', device, {}, { timeoutMs: 1_000 });
  expect((await driver.read()).devices.children).toEqual([]);
  clock.advance(30_000);
  expect(firstOf((await driver.read()).devices)?.soc).toBe(42.5);
});

test('a base address that is configured is the only one', async () => {
  const { driver } = await startSite('bess', { base: 50_000, silentAt: [40_000] }, { baseAddress: 50_000 });
  expect(firstOf((await driver.read()).devices)?.soc).toBe(42.5);
});

test('an order that stands is not written again before its timer needs it', async () => {
  const { driver, der, clock } = await startSite('bess');
  for (let second = 0; second < 60; second += 1) {
    await driver.write({ ...noTarget, bessKw: 25 });
    clock.advance(1_000);
    expect(der.follows().setpointW).toBe(25_000);
  }
  expect(der.writes.filter(({ offset }) => offset === 22)).toHaveLength(3);
});

/** Reads and orders each second; all that was said, in order. */
async function orderEachSecond(
  { driver, clock }: Awaited<ReturnType<typeof startSite>>,
  seconds: number,
  orderAt: (second: number) => Partial<PlantTarget>,
) {
  const said: Refusals[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await driver.read();
    said.push(await driver.write({ ...noTarget, ...orderAt(second) }));
    clock.advance(1_000);
  }
  return said;
}

test('a device that stays above its limit is told, one below it is not', async () => {
  const site = await startSite('solar');
  expect((await orderEachSecond(site, 60, () => ({ solarMaxKw: 80 }))).at(-1)).toEqual({});
  expect((await orderEachSecond(site, 60, () => ({ solarMaxKw: 10 }))).at(-1)).toEqual({
    solarMaxKw: refused(/accepted at most 10 kW and is at 42 kW/),
  });
});

test.each([
  [30, false],
  [120, true],
])('with a patience of %i s, a ramp of one percent a second is left in peace: %s', async (patienceSeconds, isLeft) => {
  let seconds = 0;
  const physics = () => measurement({ connSt: 1, w: Math.min(80, seconds), wSf: 3, hz: 50_012, hzSf: -3 });
  const site = await startSite('bess', { physics }, { patienceSeconds });
  const said = await orderEachSecond(site, 150, (second) => {
    seconds = second + 1;
    return { bessKw: 80 };
  });
  expect(said.every((refusals) => Object.keys(refusals).length === 0)).toBe(isLeft);
});

/** At 30 kW, in steps of 10 W. */
function clipped(block: Block): void {
  if (block[24] === 0 && (block[25] ?? 0) > 3_000) block.splice(25, 1, 3_000);
}

test('a device that clips a setpoint to what it can do is followed so far, and written to no more', async () => {
  const { driver, der } = await startSite('bess', { keeps: clipped });
  await driver.read();
  expect(await driver.write({ ...noTarget, bessKw: 80 })).toEqual({});
  expect(der.follows().setpointW).toBe(30_000);
  expect(firstOf((await driver.read()).devices)).toMatchObject({
    rated_power_upper_limit_kW: 30,
    rated_power_lower_limit_kW: -80,
  });
  const before = der.writes.length;
  for (let tick = 0; tick < 5; tick += 1) expect(await driver.write({ ...noTarget, bessKw: 80 })).toEqual({});
  expect(der.writes).toHaveLength(before);
  await driver.write(noTarget);
  expect(firstOf((await driver.read()).devices)).toMatchObject({ rated_power_upper_limit_kW: 90 });
});

test('an order that is clipped time and again is not lost', async () => {
  const { driver } = await startSite('bess', { keeps: clipped });
  for (let tick = 0; tick < 5; tick += 1) expect(await driver.write({ ...noTarget, bessKw: 80 })).toEqual({});
});

test('an order that a device drops again and again is told, refused, and written four times a minute', async () => {
  const physics = ({ setpointW }: { setpointW: number | null }) => measurement({ w: (setpointW ?? 0) / 10, wSf: 1 });
  const { driver, der, clock } = await startSite('bess', { physics });
  const enabled = () => der.writes.filter(({ offset, values }) => offset === 22 && values[0] === 1).length;
  const kinds: unknown[] = [];
  const follow = async (seconds: number, { drops }: { drops: boolean }) => {
    const before = enabled();
    for (let second = 0; second < seconds; second += 1) {
      if (drops && second % 4 === 3) der.replace(controls({ setSf: 1 }));
      const { troubles = [] } = await driver.read();
      const refusals = await driver.write({ ...noTarget, bessKw: 25 });
      kinds.push([refusals.bessKw?.kind, troubles.map(({ code }) => code)]);
      clock.advance(1_000);
    }
    return enabled() - before;
  };
  await follow(20, { drops: true });
  expect(kinds.at(0)).toEqual([undefined, []]);
  expect(kinds.at(-1)).toEqual(['refused', ['order_lost']]);
  const message = expect.stringMatching(/^bess-1: The device lost its order \d times within 60 s/) as string;
  const lost = [{ code: 'order_lost', asset: 'bess', message }];
  expect((await driver.read()).troubles).toEqual(lost);
  const told = kinds.length;
  expect(await follow(120, { drops: true })).toBeLessThanOrEqual(8);
  // What is not written again is not lost again.
  expect((await driver.read()).troubles).toEqual(lost);
  expect(new Set(kinds.slice(told).map((each) => JSON.stringify(each))).size).toBe(1);
  await follow(76, { drops: false });
  expect(kinds.at(-1)).toEqual([undefined, []]);
});

test('a device that is restarted once is no trouble', async () => {
  const { driver, der, clock } = await startSite('bess');
  for (let second = 0; second < 90; second += 1) {
    if (second % 40 === 30) der.replace(controls({ setSf: 1 }));
    expect(await driver.write({ ...noTarget, bessKw: 25 + (second % 5) })).toEqual({});
    clock.advance(1_000);
  }
});

test('an order that ended with its timer was not lost', async () => {
  const { driver, der, clock } = await startSite('bess', {}, {}, { reversionSeconds: 10 });
  for (let round = 0; round < 5; round += 1) {
    expect(await driver.write({ ...noTarget, bessKw: 25 })).toEqual({});
    clock.advance(11_000);
    expect(der.follows().setpointW).toBeNull();
  }
});
