import type { Refusal } from '../../driver/driver.ts';
import { ModbusException } from '../modbus/modbus-link.ts';

/** The device answers, and does not do what it was asked to. */
export class OrderRefused extends Error {
  override readonly name = 'OrderRefused';
}

export function kindOfCause(cause: unknown): Refusal['kind'] {
  if (cause instanceof OrderRefused) return 'refused';
  return cause instanceof ModbusException && !cause.isPassing ? 'refused' : 'unknown';
}
