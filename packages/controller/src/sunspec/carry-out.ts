import type { ModbusLink } from './modbus-link.ts';
import { model704 } from './model-704.ts';
import { readModel } from './read-model.ts';
import type { PlacedModel } from './scan-models.ts';
import { writeModel, type PointValue } from './write-model.ts';

/** What one device is to do: follow a setpoint in watts, stay below a percentage, or neither. */
export interface Order {
  control: 'setpoint' | 'limit';
  /** null releases the device to its own default mode. */
  value: number | null;
}

export interface Reversion {
  seconds: number;
  allowWithout: boolean;
}

type Name = keyof typeof model704.points;

const controls = {
  setpoint: {
    enable: 'WSetEna',
    value: 'WSet',
    power: 'WSet_SF',
    enableAfterwards: 'WSetEnaRvrt',
    revertAfter: 'WSetRvrtTms',
    rounding: 'nearest',
  },
  limit: {
    enable: 'WMaxLimPctEna',
    value: 'WMaxLimPct',
    power: 'WMaxLimPct_SF',
    enableAfterwards: 'WMaxLimPctEnaRvrt',
    revertAfter: 'WMaxLimPctRvrtTms',
    // Rounding up would loosen the limit.
    rounding: 'down',
  },
} as const;

const watts = 1;
const disabled = 0;
const enabled = 1;

/** Writes values first and enables last, so that the device never follows an old value; enabling restarts its timer. */
export async function carryOut(
  link: ModbusLink,
  { order, models, reversion }: { order: Order; models: readonly PlacedModel[]; reversion: Reversion },
): Promise<void> {
  const control = controls[order.control];
  const place = models.find(({ id }) => id === model704.id);
  const state = await readModel(link, models, model704);
  const isImplemented = ({ name }: { name: Name }): boolean => state[name] !== undefined;
  if (!place || state[control.enable] === undefined) {
    if (order.value === null) return;
    throw new Error(`The device accepts no ${order.control}: it does not implement ${control.enable}.`);
  }
  const at = { place, model: model704 };
  if (order.value === null) return writeModel(link, at, [{ name: control.enable, value: disabled }]);

  if (state[control.value] === undefined) throw new Error(`The device does not implement ${control.value}.`);
  if (state[control.revertAfter] === undefined && !reversion.allowWithout) {
    throw new Error(`The device would keep its last order for ever: it does not implement ${control.revertAfter}.`);
  }
  const mode: PointValue<Name>[] = order.control === 'setpoint' ? [{ name: 'WSetMod', value: watts }] : [];
  const values: PointValue<Name>[] = [
    ...mode,
    { name: control.value, value: order.value, power: state[control.power] ?? 0, rounding: control.rounding },
    { name: control.enableAfterwards, value: disabled },
    { name: control.revertAfter, value: reversion.seconds },
    { name: control.enable, value: enabled },
  ];
  await writeModel(link, at, values.filter(isImplemented));
}
