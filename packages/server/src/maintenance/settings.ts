import type { SettingsReader } from '../wire/settings-reader.ts';

export interface MaintenanceSettings {
  /** Where backups are made by themselves; left out, none are. */
  readonly backupFolder: string | undefined;
}

export function readMaintenanceSettings(read: SettingsReader): MaintenanceSettings {
  return { backupFolder: read.given('SETPOINT_BACKUP_DIR') };
}
