import type { SettingsReader } from '../wire/settings-reader.ts';

export interface MaintenanceSettings {
  /** Where backups are made by themselves; left out, none are. */
  readonly backups: BackupSettings | undefined;
}

interface BackupSettings {
  readonly folder: string;
  readonly everyMs: number;
  readonly kept: number;
}

const MINUTE_MS = 60_000;

export function readMaintenanceSettings(read: SettingsReader): MaintenanceSettings {
  const folder = read.given('SETPOINT_BACKUP_DIR');
  const everyMs = read.integer('SETPOINT_BACKUP_EVERY_MINUTES', 60, { min: 1, max: 44_640 }) * MINUTE_MS;
  const kept = read.integer('SETPOINT_BACKUPS_KEPT', 48, { min: 1, max: 100_000 });
  return { backups: folder === undefined ? undefined : { folder, everyMs, kept } };
}
