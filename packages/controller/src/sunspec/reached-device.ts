import type { ModbusLink } from './modbus/modbus-link.ts';
import type { Model } from './models/point.ts';
import { readModel, type ModelValues } from './models/read-model.ts';
import type { PlacedModel } from './models/scan-models.ts';
import type { SunspecDeviceConfig } from './sunspec-site-config.ts';

/** A device that was reached, and the models that it has. */
export interface ReachedDevice {
  link: ModbusLink;
  models: readonly PlacedModel[];
  config: SunspecDeviceConfig;
}

/** The points of the first of these models that the device has; none without any of them. */
export async function readFirst<Name extends string>(
  { link, models }: ReachedDevice,
  wanted: readonly Model<Name>[],
): Promise<ModelValues<Name>> {
  const found = wanted.find((model) => models.some(({ id }) => id === model.id));
  return found === undefined ? {} : readModel(link, models, found);
}

export function hasModel({ models }: Pick<ReachedDevice, 'models'>, { id }: Pick<Model, 'id'>): boolean {
  return models.some((model) => model.id === id);
}
