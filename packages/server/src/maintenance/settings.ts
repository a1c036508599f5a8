import type { SettingsReader } from '../wire/settings-reader.ts';
import { type BackupPlace, readBackupPlace } from './shelves/open-shelf.ts';
import { readS3Service } from './shelves/s3-place.ts';

export interface MaintenanceSettings {
  /** Where backups are made by themselves; left out, none are. */
  readonly backups: BackupSettings | undefined;
}

interface BackupSettings {
  readonly place: BackupPlace;
  readonly everyMs: number;
  readonly kept: number;
}

const MINUTE_MS = 60_000;
const FOLDER = 'SETPOINT_BACKUP_DIR';

export function readMaintenanceSettings(read: SettingsReader): MaintenanceSettings {
  const address = read.given(FOLDER);
  const service = readS3Service(read);
  const everyMs = read.integer('SETPOINT_BACKUP_EVERY_MINUTES', 60, { min: 1, max: 44_640 }) * MINUTE_MS;
  const kept = read.integer('SETPOINT_BACKUPS_KEPT', 48, { min: 1, max: 100_000 });
  if (address === undefined) return { backups: undefined };
  return { backups: { place: readBackupPlace(read, { name: FOLDER, address }, () => service), everyMs, kept } };
}
