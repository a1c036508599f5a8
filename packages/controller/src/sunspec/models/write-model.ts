import type { ModbusLink } from '../modbus/modbus-link.ts';
import { type Model, type Point, pointFormats, type PointType } from './point.ts';
import type { RegisterBlock } from './read-points.ts';
import type { PlacedModel } from './scan-models.ts';

export interface PointValue<Name extends string> {
  name: Name;
  value: number;
  power?: number;
  rounding?: Rounding;
}

interface Run {
  offset: number;
  values: number[];
}

/** Writes the points in the order given; neighbours that follow each other share a request. */
export async function writeModel<Name extends string>(
  link: ModbusLink,
  { place, model }: { place: PlacedModel; model: Model<Name> },
  values: readonly PointValue<Name>[],
): Promise<void> {
  for (const { offset, values: registers } of runsOf(model.points, values)) {
    await link.write(place.address + offset, registers);
  }
}

function runsOf<Name extends string>(points: Record<Name, Point>, values: readonly PointValue<Name>[]): Run[] {
  const runs: Run[] = [];
  for (const { name, value, ...how } of values) {
    const { offset, type } = points[name];
    const registers = writePoint(type, value, how);
    const last = runs.at(-1);
    if (last && last.offset + last.values.length === offset) last.values.push(...registers);
    else runs.push({ offset, values: registers });
  }
  return runs;
}

/** Whether the registers are those that writing the value leaves. */
export function heldBy(
  block: RegisterBlock,
  { offset, type }: Point,
  { value, ...how }: Omit<PointValue<string>, 'name'>,
): boolean {
  const at = offset - block.offset;
  return writePoint(type, value, how).every((register, index) => block.values[at + index] === register);
}

type Rounding = 'nearest' | 'down';

/** The registers that hold the value: rounded to the device's steps, and saturated short of what would read as absent. */
export function writePoint(
  type: PointType,
  value: number,
  { power = 0, rounding = 'nearest' }: { power?: number; rounding?: Rounding } = {},
): number[] {
  if (pointFormats[type].isFloat) throw new RangeError('No register of a control holds a fraction.');
  if (Number.isNaN(value)) throw new RangeError('No register holds NaN.');
  const { registers } = pointFormats[type];
  const { least, most } = boundsOf(type);
  const steps = roundTo(power < 0 ? value * 10 ** -power : value / 10 ** power, rounding);
  const bits = BigInt.asUintN(16 * registers, BigInt(Math.min(most, Math.max(least, steps))));
  return Array.from({ length: registers }, (_, index) =>
    Number((bits >> BigInt(16 * (registers - 1 - index))) & 0xffffn),
  );
}

function roundTo(steps: number, rounding: Rounding): number {
  // 4.35 * 100 is 434.99999999999994: the noise of the scaling must not cost a step.
  const clean = Number.isInteger(steps) ? steps : Number(steps.toPrecision(15));
  return rounding === 'down' ? Math.floor(clean) : Math.round(clean);
}

function boundsOf(type: PointType): { least: number; most: number } {
  const { registers, signed } = pointFormats[type];
  const span = 2 ** (16 * registers);
  if (signed) return { least: 1 - span / 2, most: span / 2 - 1 };
  // Above 2^53 not every integer is a number; no point we write comes near it.
  return { least: 0, most: Math.min(span - 2, Number.MAX_SAFE_INTEGER) };
}
