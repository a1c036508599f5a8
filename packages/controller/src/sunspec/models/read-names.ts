import type { ModbusLink } from '../modbus/modbus-link.ts';
import { registerText } from './register-text.ts';
import type { PlacedModel } from './scan-models.ts';

/** What a device says that it is; empty where it says nothing. */
export interface DeviceNames {
  maker: string;
  model: string;
  serial: string;
}

/** The common model: maker, model and serial number. */
export async function readNames(link: ModbusLink, models: readonly PlacedModel[]): Promise<DeviceNames> {
  const place = models.find(({ id, length }) => id === 1 && length >= 65);
  const registers = place === undefined ? [] : await link.read(place.address, 66);
  const textAt = (from: number): string => registerText(registers.slice(from, from + 16));
  return { maker: textAt(2), model: textAt(18), serial: textAt(50) };
}
