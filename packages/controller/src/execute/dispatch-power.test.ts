import type { DeviceTreeNode } from '@setpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dispatchPower } from './dispatch-power.ts';
import { siteStateOf } from './site-state.ts';

const SITE = '00000000-0000-4000-8000-0000000000aa';
const BOUNDS = { leastGridKw: -2_000, mostGridKw: 2_000, solarMaxKw: Number.POSITIVE_INFINITY };

it('asks the storage for exactly what is set, at any consumption of the site', () => {
  const anyPowerKw = fc.double({ min: 0, max: 900, noNaN: true });
  fc.assert(
    fc.property(anyPowerKw, anyPowerKw, fc.integer({ min: 1, max: 900 }), (load, solar, setpointKw) => {
      const powers = { bess: 0, load, solar };
      const children = Object.entries(powers).map(([kind, powerKw]) => device(kind, powerKw));
      const site = siteStateOf(SITE, { ...device('site', 0), node_type: 'Dispatcher', children }, 0);
      const gridKw = site.consumptionKw - site.generationKw - setpointKw;
      const storage = { lowKw: -1_000, highKw: 1_000 };
      expect(dispatchPower(site, { ...BOUNDS, gridKw, preferredKw: setpointKw, storage }).bessKw).toBe(setpointKw);
    }),
  );
});

function device(kind: string, powerKw: number): DeviceTreeNode {
  return {
    uid: kind,
    node_type: 'Device',
    device_type: kind,
    children: [],
    rated_power_upper_limit_kW: 1_000,
    rated_power_lower_limit_kW: kind === 'bess' ? -1_000 : 0,
    active_power_kw: powerKw,
  };
}
