import type { SettingsReader } from '../wire/settings-reader.ts';

export interface HistorySettings {
  readonly keptMs: number;
}

export function readHistorySettings(read: SettingsReader): HistorySettings {
  return { keptMs: read.integer('SETPOINT_HISTORY_KEPT_DAYS', 35, { min: 1, max: 3_650 }) * 86_400_000 };
}
