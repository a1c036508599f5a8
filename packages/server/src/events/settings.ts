import type { SettingsReader } from '../wire/settings-reader.ts';

export interface EventSettings {
  readonly keptMs: number;
}

export function readEventSettings(read: SettingsReader): EventSettings {
  return { keptMs: read.integer('SETPOINT_EVENTS_KEPT_DAYS', 14, { min: 1, max: 3_650 }) * 86_400_000 };
}
