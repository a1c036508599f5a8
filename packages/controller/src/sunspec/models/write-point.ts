import { pointFormats, type PointType } from './point.ts';

export type Rounding = 'nearest' | 'down';

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
