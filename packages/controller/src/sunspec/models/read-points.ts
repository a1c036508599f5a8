import { pointFormats, type Point, type PointType } from './point.ts';

/** Registers as they were read in one request; `offset` is that of the first one in its model. */
export interface RegisterBlock {
  offset: number;
  values: readonly number[];
}

/** The number in the registers, unscaled; undefined when the device does not implement the point. */
export function readRaw(type: PointType, registers: readonly number[]): number | undefined {
  const { registers: count, signed, absent, isFloat } = pointFormats[type];
  if (registers.length < count) return undefined;
  const bits = registers.slice(0, count).reduce((high, low) => (high << 16n) | BigInt(low), 0n);
  if (bits === absent) return undefined;
  if (isFloat) return finiteOrNone(floatOf(Number(bits)));
  return Number(signed ? BigInt.asIntN(16 * count, bits) : bits);
}

function floatOf(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

function finiteOrNone(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Every point of the table that the block holds and the device implements, scaled. */
export function readPoints<Name extends string>(
  points: Record<Name, Point>,
  block: RegisterBlock,
): Partial<Record<Name, number>> {
  const rawOf = ({ offset, type }: Point): number | undefined =>
    offset < block.offset ? undefined : readRaw(type, block.values.slice(offset - block.offset));
  const byName: Record<string, Point> = points;

  const found: Partial<Record<string, number>> = {};
  for (const [name, point] of Object.entries<Point>(points)) {
    const factor = point.scale === undefined ? undefined : byName[point.scale];
    const value = scaled(rawOf(point), factor ? rawOf(factor) : 0);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

// Interpretation: without a scale factor from -10 to 10 there is no value; a guess would be obeyed.
function scaled(raw: number | undefined, power: number | undefined): number | undefined {
  if (raw === undefined || power === undefined || !isScaleFactor(power)) return undefined;
  // Dividing by the exact power keeps 123 and -1 at 12.3; multiplying by 0.1 would not.
  return power < 0 ? raw / 10 ** -power : raw * 10 ** power;
}

function isScaleFactor(power: number): boolean {
  return power >= -10 && power <= 10;
}
