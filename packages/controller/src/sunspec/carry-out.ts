import type { ModbusLink } from './modbus-link.ts';
import { model704 } from './model-704.ts';
import { OrderRefused } from './order-refused.ts';
import type { Point } from './point.ts';
import { readBlock } from './read-model.ts';
import { readPoints, type RegisterBlock } from './read-points.ts';
import type { PlacedModel } from './scan-models.ts';
import { heldBy, writeModel, type PointValue } from './write-model.ts';

/** What one device is to do: follow a setpoint in watts, stay below a percentage, or neither. */
interface Order {
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
    mode: 'WSetMod',
    value: 'WSet',
    power: 'WSet_SF',
    enableAfterwards: 'WSetEnaRvrt',
    revertAfter: 'WSetRvrtTms',
    rounding: 'nearest',
  },
  limit: {
    enable: 'WMaxLimPctEna',
    mode: undefined,
    value: 'WMaxLimPct',
    power: 'WMaxLimPct_SF',
    enableAfterwards: 'WMaxLimPctEnaRvrt',
    revertAfter: 'WMaxLimPctRvrtTms',
    // Rounding up would loosen the limit.
    rounding: 'down',
  },
} as const;

type Control = (typeof controls)[Order['control']];

const watts = 1;
const disabled = 0;
const enabled = 1;

interface Work {
  readonly order: Order;
  readonly models: readonly PlacedModel[];
  readonly reversion: Reversion;
  /** The timer is to run anew, even if the device does all of it already. */
  readonly isRenewalDue: boolean;
}

/** Resolves with whether anything was written. What is written is read back: an acknowledgement alone proves nothing. */
export async function carryOut(link: ModbusLink, work: Work): Promise<boolean> {
  const { order, models, reversion } = work;
  const control = controls[order.control];
  const place = models.find(({ id }) => id === model704.id);
  const before = place === undefined ? undefined : await readControls(link, place);
  if (place === undefined || before?.state[control.enable] === undefined) {
    if (order.value === null) return false;
    throw new OrderRefused(`The device accepts no ${order.control}: it does not implement ${control.enable}.`);
  }
  if (order.value === null) return release(link, { place, control });
  const values = valuesOf(control, { value: order.value, state: before.state, reversion });
  const isDone = before.state[control.enable] === enabled && isHeld(before.block, values, control);
  if (isDone && !work.isRenewalDue) return false;
  return hold(link, { place, control, values, reversion });
}

async function readControls(link: ModbusLink, place: PlacedModel): Promise<{ block: RegisterBlock; state: State }> {
  const block = await readBlock(link, place, model704);
  return { block, state: readPoints<Name>(model704.points, block) };
}

interface Placed {
  readonly place: PlacedModel;
  readonly control: Control;
}

async function release(link: ModbusLink, { place, control }: Placed): Promise<true> {
  await writeModel(link, { place, model: model704 }, [{ name: control.enable, value: disabled }]);
  const { state } = await readControls(link, place);
  if (state[control.enable] === enabled) throw new OrderRefused('The device does not release its control.');
  return true;
}

interface Holding extends Placed {
  readonly values: readonly PointValue<Name>[];
  readonly reversion: Reversion;
}

async function hold(link: ModbusLink, { place, control, values, reversion }: Holding): Promise<true> {
  const at = { place, model: model704 };
  await writeModel(link, at, values);
  checkValues(await readControls(link, place), { values, control, reversion });
  await writeModel(link, at, [{ name: control.enable, value: enabled }]);
  const { state } = await readControls(link, place);
  if (state[control.enable] === enabled) return true;
  throw new OrderRefused(`The device acknowledged ${control.enable} and did not keep it.`);
}

type State = Partial<Record<Name, number>>;

// Values come first and the enable last, so that the device never follows an old value.
function valuesOf(
  control: Control,
  { value, state, reversion }: { value: number; state: State; reversion: Reversion },
): PointValue<Name>[] {
  const { mode, enableAfterwards } = control;
  return [
    ...(mode !== undefined && state[mode] !== undefined ? [{ name: mode, value: watts }] : []),
    { name: control.value, value, power: state[control.power] ?? 0, rounding: control.rounding },
    ...(state[enableAfterwards] === undefined ? [] : [{ name: enableAfterwards, value: disabled }]),
    // Some devices show these as not implemented until they are written; one that has no timer may refuse the write.
    ...(state[control.revertAfter] === undefined && reversion.allowWithout
      ? []
      : [{ name: control.revertAfter, value: reversion.seconds }]),
  ];
}

function isHeld(block: RegisterBlock, values: readonly PointValue<Name>[], control: Control): boolean {
  return values.every((each) => each.name === control.revertAfter || heldBy(block, model704.points[each.name], each));
}

function checkValues(
  { block, state }: { block: RegisterBlock; state: State },
  { values, control, reversion }: Omit<Holding, 'place'>,
): void {
  if (state[control.revertAfter] === undefined && !reversion.allowWithout) {
    throw new OrderRefused(
      `The device would keep its last order for ever: it does not implement ${control.revertAfter}.`,
    );
  }
  for (const each of values) {
    const point: Point = model704.points[each.name];
    // A device may count its timer down in place.
    if (each.name === control.revertAfter || heldBy(block, point, each)) continue;
    const is = state[each.name];
    throw new OrderRefused(
      is === undefined
        ? `The device does not implement ${each.name}.`
        : `The device acknowledged ${each.name} and shows ${is} instead of ${each.value}.`,
    );
  }
}
