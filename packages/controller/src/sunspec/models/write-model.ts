import type { ModbusLink } from '../modbus/modbus-link.ts';
import type { Model, Point } from './point.ts';
import type { RegisterBlock } from './read-points.ts';
import type { PlacedModel } from './scan-models.ts';
import { writePoint, type Rounding } from './write-point.ts';

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
