import { model123 } from '../models/model-123.ts';
import { model124 } from '../models/model-124.ts';
import { model704 } from '../models/model-704.ts';
import { OrderRefused } from './order-refused.ts';
import type { Model } from '../models/point.ts';
import type { ModelValues } from '../models/read-model.ts';
import type { PointValue } from '../models/write-model.ts';

export type ControlName = 'setpoint' | 'limit';

/** How one model carries out an order. */
export interface DeviceControl {
  model: Model;
  /** Written last; the device follows the values from then on. */
  enable: string;
  enabled: number;
  /** What scales the values. */
  scale: string;
  /** The time after which the device releases itself. */
  revertAfter: string;
  /** The point in which a device may show less than it was asked for, because it can do no more. */
  clips?: string;
  /** What to write for watts, or for percent; some of it depends on what the model says of itself. */
  valuesFor(value: number, state: State): PointValue<string>[];
}

type State = ModelValues<string>;

const watts = 1;

/** The power of ten that the values are scaled by; an order is not written by a guess. */
export function factorOf({ scale }: Pick<DeviceControl, 'scale'>, state: State): number {
  const power = state[scale];
  if (power !== undefined) return power;
  throw new OrderRefused(`The device does not implement ${scale}: what its registers mean is not known.`);
}

const disabled = 0;

const setpoint704: DeviceControl = {
  model: model704,
  enable: 'WSetEna',
  enabled: 1,
  scale: 'WSet_SF',
  revertAfter: 'WSetRvrtTms',
  clips: 'WSet',
  valuesFor: (value, state) => [
    ...(state['WSetMod'] === undefined ? [] : [{ name: 'WSetMod', value: watts }]),
    { name: 'WSet', value, power: factorOf(setpoint704, state) },
    ...(state['WSetEnaRvrt'] === undefined ? [] : [{ name: 'WSetEnaRvrt', value: disabled }]),
  ],
};

const limit704: DeviceControl = {
  model: model704,
  enable: 'WMaxLimPctEna',
  enabled: 1,
  scale: 'WMaxLimPct_SF',
  revertAfter: 'WMaxLimPctRvrtTms',
  valuesFor: (value, state) => [
    // Rounding up would loosen the limit.
    { name: 'WMaxLimPct', value, power: factorOf(limit704, state), rounding: 'down' },
    ...(state['WMaxLimPctEnaRvrt'] === undefined ? [] : [{ name: 'WMaxLimPctEnaRvrt', value: disabled }]),
  ],
};

const limit123: DeviceControl = {
  model: model123,
  enable: 'WMaxLim_Ena',
  enabled: 1,
  scale: 'WMaxLimPct_SF',
  revertAfter: 'WMaxLimPct_RvrtTms',
  valuesFor: (value, state) => [{ name: 'WMaxLimPct', value, power: factorOf(limit123, state), rounding: 'down' }],
};

// Bit 0 bounds the charge, bit 1 the discharge.
const bothBounds = 3;

const setpoint124: DeviceControl = {
  model: model124,
  enable: 'StorCtl_Mod',
  enabled: bothBounds,
  scale: 'InOutWRte_SF',
  revertAfter: 'InOutWRte_RvrtTms',
  valuesFor: (value, state) => {
    const { WChaMax = 0 } = state;
    const power = factorOf(setpoint124, state);
    if (WChaMax <= 0) throw new OrderRefused('The device accepts no setpoint: it states no WChaMax.');
    const percent = Math.min(100, Math.max(-100, (value / WChaMax) * 100));
    // The same number of steps for both, which leaves one power between the bounds.
    const steps = Math.round(percent * 10 ** -power) || 0;
    const out = power < 0 ? steps / 10 ** -power : steps * 10 ** power;
    return [
      { name: 'OutWRte', value: out, power },
      { name: 'InWRte', value: 0 - out, power },
    ];
  },
};

/** The ways to carry out an order, the newest first. */
export const deviceControls: Readonly<Record<ControlName, readonly [DeviceControl, ...DeviceControl[]]>> = {
  setpoint: [setpoint704, setpoint124],
  limit: [limit704, limit123],
};
