import { type DeviceTreeNode, ASSETS } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { noTarget, type PlantTarget } from '../driver/driver.ts';
import { plantCatalogue } from './plant-catalogue.ts';
import type { PlantConfig } from './plant-config.ts';
import { createPlant, type PlantFlows } from './plant.ts';
import { seededRandom } from './seeded-random.ts';

const startMs = Date.parse('2030-06-17T00:00:00Z');
const hourMs = 3_600_000;
const [supermarket] = plantCatalogue;
if (!supermarket) throw new Error('The catalogue is empty.');

/** One site with every kind of device. */
const everything: PlantConfig = Object.assign({}, ...plantCatalogue, { name: 'Everything', seed: 1 });

function flowsOf(config: PlantConfig, hours: number, stepMs = 1000): PlantFlows[] {
  const plant = createPlant(config, startMs);
  const flows: PlantFlows[] = [];
  for (let atMs = 0; atMs < hours * hourMs; atMs += stepMs) {
    plant.step(stepMs);
    if (plant.nowMs() % 1000 === 0) flows.push(plant.flows());
  }
  return flows;
}

test('the connection point is the balance of all devices at every step, with any target', () => {
  const random = seededRandom(4, 'targets');
  const some = (maxKw: number): number | null => (random.uniform() < 0.3 ? null : (random.uniform() * 2 - 1) * maxKw);
  const plant = createPlant(everything, startMs);
  for (let step = 0; step < 86_400 / 30; step += 1) {
    const target: PlantTarget = {
      bessKw: some(8000),
      gensetKw: some(3000),
      solarMaxKw: some(20_000),
      windMaxKw: some(20_000),
      loadMaxKw: some(200),
      evMaxKw: some(300),
      heatpumpMaxKw: some(600),
    };
    plant.setTarget(target);
    plant.step(30_000);
    const { grid, load, ev, heatpump, solar, wind, genset, bess } = plant.flows();
    const nodes = plant.reading().devices.children.map((node) => [node.device_type, node.active_power_kw]);
    expect(Object.fromEntries(nodes)).toEqual(plant.flows());
    expect(Math.abs(load + ev + heatpump - solar - wind - genset - bess - grid)).toBeLessThan(1e-6);
    for (const powerKw of [load, ev, heatpump, solar, wind, genset]) expect(powerKw).toBeGreaterThanOrEqual(0);
    expect(solar).toBeLessThanOrEqual(Math.max(0, target.solarMaxKw ?? Infinity));
    expect(wind).toBeLessThanOrEqual(Math.max(0, target.windMaxKw ?? Infinity));
    expect(ev).toBeLessThanOrEqual(Math.max(0, target.evMaxKw ?? Infinity));
    expect(heatpump).toBeLessThanOrEqual(Math.max(0, target.heatpumpMaxKw ?? Infinity));
  }
});

test('the same seed gives the same day to the bit, another seed another day', () => {
  const day = flowsOf(everything, 24, 60_000);
  expect(flowsOf(everything, 24, 60_000)).toEqual(day);
  const other = flowsOf({ ...everything, seed: 2 }, 24, 60_000);
  expect(other).not.toEqual(day);
  expect(other.filter((flows, index) => flows.load === day[index]?.load)).toEqual([]);
});

test.each([100, 1500, 60_000, hourMs])('a day in steps of %i ms ends to the bit like one in seconds', (stepMs) => {
  expect(flowsOf(everything, 6, stepMs).at(-1)).toEqual(flowsOf(everything, 6).at(-1));
});

test('taking a device away leaves the others as they were', () => {
  const { ev: _, ...withoutEv } = everything;
  const strip = (flows: PlantFlows) => ({ ...flows, grid: 0, ev: 0 });
  expect(flowsOf(withoutEv, 10, 60_000).map(strip)).toEqual(flowsOf(everything, 10, 60_000).map(strip));
});

test('sites with one frequency seed hear one frequency', () => {
  const heard = plantCatalogue.map((config) => {
    const plant = createPlant(config, startMs);
    plant.step(600_000);
    return plant.reading().frequencyHz;
  });
  expect(new Set(heard).size).toBe(1);
  expect(heard[0]).not.toBe(50);
});

test('an injected event reaches the reading', () => {
  const [calm, pulled] = [createPlant(everything, startMs), createPlant(everything, startMs)];
  pulled.injectFrequencyEvent({ atMs: startMs, forMs: 120_000, deviationMhz: 150, rampMs: 1000 });
  calm.step(60_000);
  pulled.step(60_000);
  expect((pulled.reading().frequencyHz ?? 0) - (calm.reading().frequencyHz ?? 0)).toBeCloseTo(0.15, 9);
});

test('a battery left to itself idles, or follows the site when it is set up so', () => {
  const idle = { ...supermarket, battery: supermarket.battery && { ...supermarket.battery, defaultMode: 'idle' } };
  expect(flowsOf(idle as PlantConfig, 24).every((flows) => flows.bess === 0)).toBe(true);

  const following = flowsOf(supermarket, 1).slice(60);
  expect(following.filter((flows) => Math.abs(flows.grid) > 1e-9)).toEqual([]);
  expect(following.every((flows) => flows.bess > 0)).toBe(true);
});

const counts = new Set<string>(ASSETS);
function nodesOf(node: DeviceTreeNode): DeviceTreeNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

test.each([...plantCatalogue, everything])('the device tree of $name keeps the rules of a report', (config) => {
  const plant = createPlant(config, startMs);
  plant.setTarget({ ...noTarget, bessKw: 30, gensetKw: 60 });
  for (const hours of [1, 7, 5]) {
    plant.step(hours * hourMs);
    const nodes = nodesOf(plant.reading().devices);
    expect(new Set(nodes.map((node) => node.uid)).size).toBe(nodes.length);
    for (const node of nodes.filter(({ device_type }) => counts.has(device_type))) {
      const { rated_power_lower_limit_kW: lower, rated_power_upper_limit_kW: upper, active_power_kw: powerKw } = node;
      expect(lower).toBeLessThanOrEqual(upper ?? Number.NaN);
      expect(Number.isFinite(powerKw)).toBe(true);
      if (node.device_type === 'bess') {
        expect(node.soc).toBeGreaterThanOrEqual(5 - 1e-9);
        expect(node.soc).toBeLessThanOrEqual(95 + 1e-9);
        expect(node.available_storage_capacity_kWh).toBe(node.rated_energy);
      }
      // The connection point may be overrun: that is what a controller is there to prevent.
      if (node.device_type === 'grid') continue;
      expect(powerKw).toBeGreaterThanOrEqual(lower ?? Number.NaN);
      expect(powerKw).toBeLessThanOrEqual(upper ?? Number.NaN);
    }
  }
});

test('the first reading is of the start and already measured', () => {
  const plant = createPlant(everything, startMs);
  expect(plant.reading().atMs).toBe(startMs);
  expect(plant.flows().load).toBeGreaterThan(0);
  expect(plant.reading().frequencyHz).not.toBe(50);
});
