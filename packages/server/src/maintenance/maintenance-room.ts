import type { Logger } from 'pino';
import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { StoreSettings } from '../store/settings.ts';
import { backupStore } from './backup-store.ts';
import { type BackupKeeping, keepBackups, type KeptBackups } from './keep-backups.ts';
import type { MaintenanceSettings } from './settings.ts';

interface MaintenanceGround {
  readonly now: () => number;
  readonly isChosen: () => Promise<boolean>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Makes one somewhere else; left out, it is made in this process. */
  readonly makeBackup?: BackupKeeping['makeBackup'] | undefined;
}

interface MaintenanceRoom extends Room {
  /** When the latest valid backup was made, as far as this process knows. */
  readonly lastBackupAt: () => number | undefined;
}

const SECOND_MS = 1_000;
const EVERY_MS = 3_600_000;
const KEPT = 48;

/** Backups that are made by themselves. */
export function maintenanceRoom(
  ground: MaintenanceGround,
  settings: MaintenanceSettings & StoreSettings,
): MaintenanceRoom {
  const { backupFolder: folder, database, dataDir } = settings;
  if (folder === undefined) return { lastBackupAt: () => undefined };
  const { now, isChosen, metrics, logger } = ground;
  const makeHere = (file: string) => backupStore(database?.url ?? dataDir, file, () => undefined);
  const { makeBackup = makeHere } = ground;
  const count = metrics.addCounter('backups_total{outcome}', 'Backups that were made and checked, or that failed.', [
    'good',
    'failed',
  ]);
  let keeping: KeptBackups | undefined;
  const startedAt = now();
  const age =
    'Seconds since the last valid backup, or since the start if there is none; only on the node that makes them.';
  metrics.addGauge('backup_age_seconds', age, async () => {
    if (!(await isChosen())) return undefined;
    return Math.max(0, now() - (keeping?.lastGoodAt() ?? startedAt)) / SECOND_MS;
  });
  const interval = 'Seconds from one backup to the next.';
  metrics.addGauge('backup_interval_seconds', interval, () => EVERY_MS / SECOND_MS);
  return {
    lastBackupAt: () => keeping?.lastGoodAt(),
    background() {
      keeping = keepBackups({
        folder,
        everyMs: EVERY_MS,
        kept: KEPT,
        now,
        isChosen,
        makeBackup,
        onMade({ file, sites, rows, removed }) {
          count('good');
          logger.info({ file, sites, rows, removed }, 'made a backup');
        },
        onFailure(cause) {
          count('failed');
          logger.error({ err: cause }, 'a backup could not be made');
        },
      });
      return [keeping];
    },
  };
}
