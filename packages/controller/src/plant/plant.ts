import { noTarget, type PlantReading, type PlantTarget } from '../driver/driver.ts';
import { localClock } from './local-time.ts';
import type { PlantConfig } from './plant-config.ts';
import { deviceNode, type PlantUnit, type UnitKind } from './plant-unit.ts';
import { plantUnits } from './plant-units.ts';
import { seededRandom } from './seeded-random.ts';
import { newFrequency, stepFrequency, type FrequencyEvent } from './step-frequency.ts';
import { newWeather, stepWeather } from './step-weather.ts';

/** The active power of each kind, with the sign of the kind; 0 for a kind that the site does not have. */
export type PlantFlows = Record<UnitKind | 'grid', number>;

/** A simulated site. */
export interface Plant {
  /** The instant up to which it has run; a fraction of a second is carried over. */
  nowMs(): number;
  flows(): PlantFlows;
  reading(): PlantReading;
  /** Runs for some time with the same target. */
  step(dtMs: number): void;
  setTarget(target: PlantTarget): void;
  injectFrequencyEvent(event: FrequencyEvent): void;
}

/** Time moves in whole seconds, so that a day is the same to the bit with any length of steps. */
const tickMs = 1000;
const noFlows: PlantFlows = { grid: 0, bess: 0, load: 0, solar: 0, ev: 0, heatpump: 0, genset: 0, wind: 0 };

export function createPlant(config: PlantConfig, startAtMs: number): Plant {
  const units = plantUnits(config);
  const advance = surroundings(config);
  const events: FrequencyEvent[] = [];
  let target = noTarget;
  let flows = noFlows;
  let frequencyHz = 50;
  // One tick ahead of the start, so that the first reading is measured.
  let atMs = startAtMs - tickMs;
  let owedMs = 0;

  const tick = (): void => {
    const { frequency, ...outside } = advance(atMs, events);
    flows = stepUnits(units, (othersKw) => ({ ...outside, target, othersKw }));
    frequencyHz = frequency.frequencyHz;
    atMs += tickMs;
  };
  tick();

  return {
    nowMs: () => atMs + owedMs,
    flows: () => flows,
    reading: () => ({ atMs, frequencyHz, devices: treeOf(config, units, flows.grid) }),
    step: (dtMs) => {
      for (owedMs += dtMs; owedMs >= tickMs; owedMs -= tickMs) tick();
    },
    setTarget: (next) => {
      target = next;
    },
    injectFrequencyEvent: (event) => {
      events.push(event);
    },
  };
}

/** The weather, the calendar and the grid's frequency: what a site cannot influence. */
function surroundings(config: PlantConfig) {
  const place = { latitude: config.latitude, longitude: config.longitude };
  const localAt = localClock(config.timeZone);
  const weatherRandom = seededRandom(config.seed, 'weather');
  const frequencyRandom = seededRandom(config.frequencySeed ?? config.seed, 'frequency');
  let weather = newWeather(weatherRandom);
  let frequency = newFrequency(frequencyRandom);
  const dtS = tickMs / 1000;

  return (atMs: number, events: readonly FrequencyEvent[]) => {
    weather = stepWeather(weather, { atMs, dtS, place }, weatherRandom);
    frequency = stepFrequency(frequency, { atMs, dtS, events }, frequencyRandom);
    return { atMs, dtS, local: localAt(atMs), weather, frequency };
  };
}

function stepUnits(
  units: readonly PlantUnit[],
  momentWith: (othersKw: number) => Parameters<PlantUnit['step']>[0],
): PlantFlows {
  const flows = { ...noFlows };
  for (const unit of units) {
    flows[unit.kind] = unit.step(momentWith(flows.grid));
    flows.grid = balanceOf(flows);
  }
  return flows;
}

function balanceOf(flows: PlantFlows): number {
  return flows.load + flows.ev + flows.heatpump - flows.solar - flows.wind - flows.genset - flows.bess;
}

function treeOf(config: PlantConfig, units: readonly PlantUnit[], gridKw: number): PlantReading['devices'] {
  const { importKw, exportKw } = config.grid;
  const grid = deviceNode('grid', { name: 'Connection point', lowerKw: -exportKw, upperKw: importKw }, gridKw);
  return {
    uid: 'site',
    node_type: 'Dispatcher',
    device_type: 'site',
    name: config.name,
    children: [grid, ...units.map((unit) => unit.node())],
  };
}
