import { type Driver, noTarget, type PlantReading, type PlantTarget, type Refusals } from '../driver/driver.ts';
import { type Fault, faultsOf, STEERED_DEVICES, type SteeredDevice } from './fault.ts';
import type { PlantClock } from './plant-clock.ts';
import type { Plant } from './plant.ts';
import type { DeviceTreeNode } from '@setpoint/contract';
import { type FollowCheck, followCheck } from '../driver/follow-check.ts';

interface DrivenPlant {
  plant: Plant;
  clock: PlantClock;
  /** What goes wrong just now; left out, nothing ever does, and what the devices measure is taken for granted. */
  faults?: (() => readonly Fault[]) | undefined;
}

/** Drives a simulated plant that keeps up with its clock; a clock that is set back waits for the plant. */
export function simulatedDriver({ plant, clock, faults }: DrivenPlant): Driver {
  const faultsNow = faults ?? (() => []);
  const orders = faults === undefined ? undefined : followOrders(() => clock.nowMs());
  const isLying = (): boolean => faultsOf(faultsNow(), 'lie').length > 0;
  const catchUp = (): void => plant.step(Math.max(0, clock.nowMs() - plant.nowMs()));
  return {
    read: async () => {
      catchUp();
      const reading = readFaultyMeters(plant.reading(), faultsNow());
      orders?.measured(reading.devices);
      return reading;
    },
    write: async (target) => {
      refuseNonsense(target);
      // Up to now the devices followed the target before this one.
      catchUp();
      plant.setTarget(withoutDeaf(target, faultsNow()));
      // Whoever lies looks at nothing, and begins to look anew when that is over.
      orders?.ordered(isLying() ? noTarget : target);
      return orders?.refusals() ?? {};
    },
  };
}

function withoutDeaf(target: PlantTarget, faults: readonly Fault[]): PlantTarget {
  if (faultsOf(faults, 'lie').length > 0) return noTarget;
  const deaf = faultsOf(faults, 'deaf').map(({ device }) => partOfDevice[device]);
  return deaf.reduce((left, part) => ({ ...left, [part]: noTarget[part] }), target);
}

function refuseNonsense(target: PlantTarget): void {
  for (const [name, value] of Object.entries(target)) {
    if (Number.isNaN(value)) throw new RangeError(`The target ${name} is NaN.`);
  }
}

/** The reading as broken meters give it; the one at the connection point measures the frequency too. */
function readFaultyMeters(reading: PlantReading, faults: readonly Fault[]): PlantReading {
  const broken = new Set<string>(faultsOf(faults, 'nan_meter').map((fault) => fault.device));
  if (broken.size === 0) return reading;
  return {
    ...reading,
    devices: withoutPower(reading.devices, broken),
    frequencyHz: broken.has('grid') ? Number.NaN : reading.frequencyHz,
  };
}

function withoutPower(node: DeviceTreeNode, broken: ReadonlySet<string>): DeviceTreeNode {
  const children = node.children.map((child) => withoutPower(child, broken));
  if (!broken.has(node.device_type) || node.active_power_kw === undefined) return { ...node, children };
  return { ...node, children, active_power_kw: Number.NaN };
}

/** Holds what simulated devices measure against what they were ordered to do. */
interface OrderCheck {
  ordered(target: PlantTarget): void;
  measured(devices: DeviceTreeNode): void;
  /** The orders that were taken, and are not followed. */
  refusals(): Refusals;
}

const partOfDevice = {
  bess: 'bessKw',
  solar: 'solarMaxKw',
  wind: 'windMaxKw',
  genset: 'gensetKw',
} as const satisfies Record<SteeredDevice, keyof PlantTarget>;

// They reach any order within ten seconds, but for a generator, which has to be started.
const QUICK = { recentMs: 10_000, patienceMs: 10_000 };

export function followOrders(nowMs: () => number): OrderCheck {
  const checks: readonly (readonly [SteeredDevice, FollowCheck])[] = STEERED_DEVICES.map((device) => {
    if (device === 'genset') return [device, followCheck('setpoint', nowMs)];
    return [device, followCheck(device === 'bess' ? 'setpoint' : 'limit', nowMs, QUICK)];
  });
  return {
    ordered(target) {
      for (const [device, check] of checks) check.ordered(target[partOfDevice[device]]);
    },
    measured({ children }) {
      for (const [device, check] of checks) {
        const node = children.find(({ device_type: kind }) => kind === device);
        const powerKw = node?.active_power_kw;
        const { rated_power_upper_limit_kW: upperKw = 0, rated_power_lower_limit_kW: lowerKw = 0 } = node ?? {};
        if (powerKw !== undefined && Number.isFinite(powerKw)) check.measured(powerKw, { lowerKw, upperKw });
      }
    },
    refusals() {
      const problems = checks.flatMap(([device, check]) => {
        const reason = check.problem();
        return reason === undefined ? [] : [[partOfDevice[device], { kind: 'refused', reason }] as const];
      });
      return Object.fromEntries(problems);
    },
  };
}
