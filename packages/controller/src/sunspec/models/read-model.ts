import { ModbusException, type ModbusLink } from '../modbus/modbus-link.ts';
import { pointFormats, type Model, type Point } from './point.ts';
import { readPoints, type RegisterBlock } from './read-points.ts';
import type { PlacedModel } from './scan-models.ts';

export type ModelValues<Name extends string> = Partial<Record<Name, number>>;

/** Where a model was, there is another one now: the list must be walked again. */
export class ModelMoved extends Error {
  override readonly name = 'ModelMoved';
}

/** The points of a model in one request, so that a value and its scale factor belong together; none without the model. */
export async function readModel<Name extends string>(
  link: ModbusLink,
  placed: readonly PlacedModel[],
  model: Model<Name>,
): Promise<ModelValues<Name>> {
  const place = placed.find(({ id }) => id === model.id);
  return place === undefined ? {} : readPoints(model.points, await readBlock(link, place, model));
}

/** The registers of a model from its id on, which tells whether it is still there. */
export async function readBlock(link: ModbusLink, place: PlacedModel, model: Model): Promise<RegisterBlock> {
  const ends = Object.values<Point>(model.points).map(({ offset, type }) => offset + pointFormats[type].registers);
  // A device may follow an older, shorter edition of the model.
  const values = await readInParts(link, place.address, Math.min(Math.max(...ends), place.length + 2));
  if (values[0] !== place.id || values[1] !== place.length) {
    throw new ModelMoved(`The device no longer has model ${place.id} where it was.`);
  }
  return { offset: 0, values };
}

// Less than any device takes at once: such a refusal is about something else.
const FEWEST_REGISTERS = 16;

/** In halves where the device takes no such number of registers at once. */
async function readInParts(link: ModbusLink, address: number, count: number): Promise<readonly number[]> {
  try {
    return await link.read(address, count);
  } catch (error) {
    const isTooMany = error instanceof ModbusException && error.isAboutValue && count > FEWEST_REGISTERS;
    if (!isTooMany) throw error;
    const half = Math.ceil(count / 2);
    const first = await readInParts(link, address, half);
    return [...first, ...(await readInParts(link, address + half, count - half))];
  }
}
