import { deviceControls, type ControlName, type DeviceControl } from './device-controls.ts';
import type { ModbusLink } from '../modbus/modbus-link.ts';
import { readBlock, type ModelValues } from '../models/read-model.ts';
import { readPoints, type RegisterBlock } from '../models/read-points.ts';
import type { PlacedModel } from '../models/scan-models.ts';

export interface Controls {
  block: RegisterBlock;
  state: ModelValues<string>;
}

export interface Placed {
  readonly place: PlacedModel;
  readonly control: DeviceControl;
}

/** The newest control that the device implements. */
export async function findControl(
  link: ModbusLink,
  name: ControlName,
  models: readonly PlacedModel[],
): Promise<(Placed & { before: Controls }) | undefined> {
  for (const control of deviceControls[name]) {
    const place = models.find(({ id }) => id === control.model.id);
    if (place === undefined) continue;
    const before = await readControls(link, { place, control });
    if (before.state[control.enable] !== undefined) return { place, control, before };
  }
  return undefined;
}

export async function readControls(link: ModbusLink, { place, control }: Placed): Promise<Controls> {
  const block = await readBlock(link, place, control.model);
  return { block, state: readPoints<string>(control.model.points, block) };
}
