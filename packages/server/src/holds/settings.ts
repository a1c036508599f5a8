import type { SettingsReader } from '../wire/settings-reader.ts';

export interface HoldSettings {
  /** How many open holds a client may have that is no operator. */
  readonly mostOpen: number;
}

export function readHoldSettings(read: SettingsReader): HoldSettings {
  return { mostOpen: read.integer('SETPOINT_CLIENT_OPEN_HOLDS', 100, { min: 1, max: 1_000_000 }) };
}
