import { type ControlName, type DeviceControl, deviceControls, factorOf } from './device-controls.ts';
import { ModbusException, type ModbusLink } from '../modbus/modbus-link.ts';
import { OrderRefused } from './order-refused.ts';
import type { Point } from '../models/point.ts';
import type { CheckFactor } from './steady-factors.ts';
import { type Controls, findControl, type Placed, readControls } from './find-control.ts';
import type { ModelValues } from '../models/read-model.ts';
import type { RegisterBlock } from '../models/read-points.ts';
import type { PlacedModel } from '../models/scan-models.ts';
import { heldBy, type PointValue, writeModel } from '../models/write-model.ts';

interface AcknowledgingLink {
  link: ModbusLink;
  /** What the device said when it took a write that it may not have carried out yet. */
  underWay(): ModbusException | undefined;
}

// Modbus Application Protocol 1.1b3, §7: the request was accepted, and takes a while.
const ACKNOWLEDGE = 5;

/** A link on which a write that is acknowledged counts as taken: whether it was carried out, a read will show. */
function acknowledgingLink(link: ModbusLink): AcknowledgingLink {
  let underWay: ModbusException | undefined;
  return {
    link: {
      read: (address, count) => link.read(address, count),
      write: async (address, values) => {
        try {
          await link.write(address, values);
        } catch (error) {
          if (!(error instanceof ModbusException) || error.code !== ACKNOWLEDGE) throw error;
          underWay = error;
        }
      },
    },
    underWay: () => underWay,
  };
}

/** What one device is to do: follow a setpoint in watts, stay below a percentage, or neither. */
interface Order {
  control: ControlName;
  /** null releases the device to its own default mode. */
  value: number | null;
}

export interface Reversion {
  seconds: number;
  allowWithout: boolean;
}

const disabled = 0;

export interface Due {
  /** The timer is to run anew, even if the device does all of it already. */
  readonly isRenewalDue: boolean;
  /** What the device has lost is to be written again. */
  readonly isRewriteDue: boolean;
  /** What the device took last, and should still have. */
  readonly taken: number | undefined;
}

interface Work {
  readonly order: Order;
  readonly models: readonly PlacedModel[];
  readonly reversion: Reversion;
  readonly checkFactor: CheckFactor;
  readonly due: Due;
}

export interface CarriedOut {
  readonly isWritten: boolean;
  /** The watts that the device made of a setpoint beyond what it can do. */
  readonly clippedTo?: number;
  /** The device had dropped what it took, or somebody overwrote it. */
  readonly wasLost?: boolean;
}

const NOTHING: CarriedOut = { isWritten: false };

/** What is written is read back: an acknowledgement alone proves nothing. */
export async function carryOut(link: ModbusLink, work: Work): Promise<CarriedOut> {
  const taking = acknowledgingLink(link);
  try {
    return await carryOutOver(taking.link, work);
  } catch (error) {
    throw error instanceof OrderRefused ? (taking.underWay() ?? error) : error;
  }
}

async function carryOutOver(link: ModbusLink, work: Work): Promise<CarriedOut> {
  const { order, models, reversion } = work;
  const found = await findControl(link, order.control, models);
  if (found === undefined) {
    if (order.value === null) return NOTHING;
    const [{ enable }] = deviceControls[order.control];
    throw new OrderRefused(`The device accepts no ${order.control}: it does not implement ${enable}.`);
  }
  const { control, before } = found;
  if (order.value === null) return release(link, found);
  work.checkFactor(control.scale, factorOf(control, before.state));
  const valuesFor = (value: number) => valuesOf(control, value, before.state, reversion);
  const has = (value: number): boolean =>
    before.state[control.enable] === control.enabled && isHeld(before.block, valuesFor(value), control);
  if (has(order.value) && !work.due.isRenewalDue) return NOTHING;
  const wasLost = work.due.taken !== undefined && !has(work.due.taken);
  if (wasLost && !work.due.isRewriteDue) return { isWritten: false, wasLost };
  const holding = { ...found, values: valuesFor(order.value), reversion, checkFactor: work.checkFactor };
  return { ...(await hold(link, holding)), wasLost };
}

async function release(link: ModbusLink, placed: Placed): Promise<CarriedOut> {
  const { place, control } = placed;
  await writeModel(link, { place, model: control.model }, [{ name: control.enable, value: disabled }]);
  const { state } = await readControls(link, placed);
  if (state[control.enable] === control.enabled) throw new OrderRefused('The device does not release its control.');
  return { isWritten: true };
}

interface Holding extends Placed {
  readonly values: readonly PointValue<string>[];
  readonly reversion: Reversion;
  readonly checkFactor: CheckFactor;
}

async function hold(link: ModbusLink, holding: Holding): Promise<CarriedOut> {
  const { place, control, values } = holding;
  const at = { place, model: control.model };
  await writeModel(link, at, values);
  const after = await readControls(link, holding);
  holding.checkFactor(control.scale, factorOf(control, after.state));
  const kept = keptValues(after, holding);
  await writeModel(link, at, [{ name: control.enable, value: control.enabled }]);
  const { state } = await readControls(link, holding);
  if (state[control.enable] === control.enabled) return { isWritten: true, ...kept };
  throw new OrderRefused(`The device acknowledged ${control.enable} and did not keep it.`);
}

type State = ModelValues<string>;

// Values come first and the enable last, so that the device never follows an old value.
function valuesOf(control: DeviceControl, value: number, state: State, reversion: Reversion): PointValue<string>[] {
  const timer = { name: control.revertAfter, value: reversion.seconds };
  // Some devices show it as not implemented until it is written; one that has no timer may refuse the write.
  const isTimed = state[control.revertAfter] !== undefined || !reversion.allowWithout;
  return [...control.valuesFor(value, state), ...(isTimed ? [timer] : [])];
}

function isHeld(block: RegisterBlock, values: readonly PointValue<string>[], control: DeviceControl): boolean {
  return values.every((each) => {
    const point = control.model.points[each.name];
    return each.name === control.revertAfter || (point !== undefined && heldBy(block, point, each));
  });
}

function keptValues(
  { block, state }: Controls,
  { values, control, reversion }: Holding,
): Pick<CarriedOut, 'clippedTo'> {
  if (state[control.revertAfter] === undefined && !reversion.allowWithout) {
    throw new OrderRefused(
      `The device would keep its last order for ever: it does not implement ${control.revertAfter}.`,
    );
  }
  let kept: Pick<CarriedOut, 'clippedTo'> = {};
  for (const each of values) {
    const point: Point | undefined = control.model.points[each.name];
    // A device may count its timer down in place.
    if (point === undefined || each.name === control.revertAfter || heldBy(block, point, each)) continue;
    const is = state[each.name];
    if (is === undefined) throw new OrderRefused(`The device does not implement ${each.name}.`);
    if (each.name !== control.clips || !isLess(is, each.value)) {
      throw new OrderRefused(`The device acknowledged ${each.name} and shows ${is} instead of ${each.value}.`);
    }
    kept = { clippedTo: is };
  }
  return kept;
}

/** In the same direction, and something. */
function isLess(is: number, asked: number): boolean {
  return asked > 0 ? is > 0 && is < asked : is < 0 && is > asked;
}
