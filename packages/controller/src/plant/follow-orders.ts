import type { DeviceTreeNode } from '@setpoint/contract';
import type { PlantTarget, Refusals } from '../driver/driver.ts';
import { type FollowCheck, followCheck } from '../driver/follow-check.ts';
import { STEERED_DEVICES, type SteeredDevice } from './fault.ts';

/** Holds what simulated devices measure against what they were ordered to do. */
export interface OrderCheck {
  ordered(target: PlantTarget): void;
  measured(devices: DeviceTreeNode): void;
  /** The orders that were taken, and are not followed. */
  refusals(): Refusals;
}

export const partOfDevice = {
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
