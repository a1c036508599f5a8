import type { DeviceTreeNode } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { noTarget } from '../driver/driver.ts';
import { manualClock } from '../../testing/manual-clock.ts';
import { activeFaults, type Fault } from './fault.ts';
import type { PlantConfig } from './plant-config.ts';
import { createPlant } from './plant.ts';
import { simulatedDriver } from './simulated-driver.ts';

const startMs = Date.parse('2030-06-17T10:00:00Z');
const site: PlantConfig = {
  name: 'Test site',
  timeZone: 'Europe/Berlin',
  latitude: 52,
  longitude: 13,
  seed: 1,
  grid: { importKw: 500, exportKw: 500 },
  load: { peakKw: 100, profile: 'retail', noise: 0.05, sheddable: 0 },
  battery: {
    capacityKwh: 200,
    maxChargeKw: 100,
    maxDischargeKw: 100,
    efficiency: 0.96,
    minSocPcnt: 5,
    maxSocPcnt: 95,
    initialSocPcnt: 50,
    rampKwPerS: 10,
    deratePcnt: 5,
    defaultMode: 'idle',
  },
};

function setUp(faults: readonly Fault[] = []) {
  const clock = manualClock(startMs);
  const plant = createPlant(site, startMs);
  return { clock, plant, driver: simulatedDriver({ plant, clock, faults: () => activeFaults(faults, plant.nowMs()) }) };
}
const powerOf = (root: DeviceTreeNode, kind: string): number | undefined =>
  root.children.find((node) => node.device_type === kind)?.active_power_kw;

test('a target holds until the next one, and its absence is the default mode', async () => {
  const { clock, driver } = setUp();
  await driver.write({ ...noTarget, bessKw: 40 });
  clock.advance(60_000);
  expect(powerOf((await driver.read()).devices, 'bess')).toBe(40);
  clock.advance(60_000);
  expect(powerOf((await driver.read()).devices, 'bess')).toBe(40);
  await driver.write(noTarget);
  clock.advance(60_000);
  expect(powerOf((await driver.read()).devices, 'bess')).toBe(0);
});

test('a target counts from when it is written, not from the last reading', async () => {
  const { clock, plant, driver } = setUp();
  await driver.write({ ...noTarget, bessKw: 36 });
  clock.advance(3_600_000);
  await driver.write(noTarget);
  const bess = plant.reading().devices.children.find((node) => node.device_type === 'bess');
  expect(bess?.soc).toBeCloseTo(50 - (36 / 0.96 / 200) * 100, 1);
});

test('the plant keeps up with its clock through pieces of seconds and a clock set back', async () => {
  const { clock, driver } = setUp();
  const seconds: number[] = [];
  for (let look = 0; look < 7; look += 1) {
    clock.advance(300);
    seconds.push(((await driver.read()).atMs - startMs) / 1000);
  }
  expect(seconds).toEqual([0, 0, 0, 1, 1, 1, 2]);
  clock.advance(-60_000);
  expect((await driver.read()).atMs).toBe(startMs + 2000);
  clock.advance(61_000);
  expect((await driver.read()).atMs).toBe(startMs + 3000);
});

test('a broken meter reads NaN while it is broken and leaves the other meters alone', async () => {
  const { clock, driver } = setUp([{ kind: 'nan_meter', atMs: startMs + 10_000, forMs: 10_000, device: 'grid' }]);
  expect((await driver.read()).frequencyHz).toBeCloseTo(50, 0);
  clock.advance(10_000);
  const broken = await driver.read();
  expect(powerOf(broken.devices, 'grid')).toBeNaN();
  expect(broken.frequencyHz).toBeNaN();
  expect(powerOf(broken.devices, 'load')).toBeGreaterThan(0);
  clock.advance(10_000);
  expect(powerOf((await driver.read()).devices, 'grid')).toBeGreaterThan(0);
});

test('the devices take no NaN for a target and keep the one they have', async () => {
  const { clock, driver } = setUp();
  await driver.write({ ...noTarget, bessKw: 20 });
  await expect(driver.write({ ...noTarget, bessKw: Number.NaN })).rejects.toThrow(/bessKw/);
  clock.advance(60_000);
  expect(powerOf((await driver.read()).devices, 'bess')).toBe(20);
});

test('a deaf battery takes its orders and does nothing, which is told within twenty seconds', async () => {
  const { clock, driver } = setUp([{ kind: 'deaf', atMs: startMs + 60_000, forMs: 60_000, device: 'bess' }]);
  const target = { ...noTarget, bessKw: 40 };
  const seen: (string | undefined)[] = [];
  for (let second = 0; second < 180; second += 5) {
    await driver.read();
    seen.push((await driver.write(target)).bessKw?.reason);
    clock.advance(5_000);
  }
  const reason = 'The device accepted 40 kW and is at 0 kW.';
  expect(seen.slice(0, 13)).toEqual(Array.from({ length: 13 }, () => undefined));
  expect(seen.slice(16, 24)).toEqual(Array.from({ length: 8 }, () => reason));
  expect(seen.slice(-8)).toEqual(Array.from({ length: 8 }, () => undefined));
});

test('a controller that lies says that an order is followed, and its meters show that it is not', async () => {
  const { clock, driver } = setUp([{ kind: 'lie', atMs: startMs + 30_000, forMs: 60_000 }]);
  const told: unknown[] = [];
  const powers = new Map<number, number | undefined>();
  for (let second = 0; second < 120; second += 1) {
    told.push(...Object.values(await driver.write({ ...noTarget, bessKw: 40 })));
    clock.advance(1_000);
    powers.set(second, powerOf((await driver.read()).devices, 'bess'));
  }
  expect([told, powers.get(25), powers.get(60), powers.get(119)]).toEqual([[], 40, 0, 40]);
});
