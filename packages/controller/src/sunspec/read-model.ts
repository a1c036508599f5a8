import type { ModbusLink } from './modbus-link.ts';
import { pointFormats, type Model, type Point } from './point.ts';
import { readPoints } from './read-points.ts';
import type { PlacedModel } from './scan-models.ts';

export type ModelValues<Name extends string> = Partial<Record<Name, number>>;

/** The points of a model in one request, so that a value and its scale factor belong together; none without the model. */
export async function readModel<Name extends string>(
  link: ModbusLink,
  placed: readonly PlacedModel[],
  model: Model<Name>,
): Promise<ModelValues<Name>> {
  const place = placed.find(({ id }) => id === model.id);
  if (!place) return {};
  const points = Object.values<Point>(model.points);
  const first = Math.min(...points.map(({ offset }) => offset));
  const end = Math.max(...points.map(({ offset, type }) => offset + pointFormats[type].registers));
  // A device may follow an older, shorter edition of the model.
  const count = Math.min(end, place.length + 2) - first;
  if (count <= 0) return {};
  return readPoints(model.points, { offset: first, values: await link.read(place.address + first, count) });
}
