import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientId } from '@setpoint/contract';
import { makeSecret } from '../identity/make-secret.ts';
import { addOperator } from '../registry/clients/add-operator.ts';
import { DEFAULT_URL, readOperatorFile, writeOperatorFile } from '../registry/clients/operator-file.ts';
import { verifyFile } from './backup-store.ts';
import { type CopyCounts, copyTables, type Progress } from './copy-tables.ts';
import { makePrivate } from '../store/sqlite/make-private.ts';
import { createPlace, readPlace } from './open-place.ts';
import { listReturning, type ReturningRight } from './list-returning.ts';
import { endAllCredentials, raiseEpochIn } from './raise-epoch.ts';
import { openSqliteTables } from './open-sqlite-tables.ts';
import { removeAtEnd } from './remove-at-end.ts';
import { MaintenanceError, type Tables } from './tables.ts';
import { byShell, recordByShell } from './by-shell.ts';

export interface Restoring {
  readonly file: string;
  /** A data folder or the address of a database, without any content. */
  readonly place: string;
  /** Where the operator's credential goes. */
  readonly dataDir: string;
  /** The store that the backup takes the place of, if it can still be read. */
  readonly replaced: string | undefined;
  readonly now: number;
  readonly onProgress: (done: Progress) => void;
}

export interface Restored extends CopyCounts {
  readonly epoch: number;
  readonly returning: readonly ReturningRight[];
}

/** Puts a backup in the place of a store, all of it or nothing. */
export async function restoreStore(restoring: Restoring): Promise<Restored> {
  const { file, place, replaced, now, onProgress } = restoring;
  if (!existsSync(file)) throw new MaintenanceError(`there is no ${file}`);
  await verifyFile(file);
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-restore-'));
  using _atEnd = removeAtEnd([folder]);
  try {
    // A copy, for it may have to be brought to the schema of this release.
    const copy = join(folder, 'backup.sqlite');
    makePrivate(copy);
    copyFileSync(file, copy);
    await using source = await openSqliteTables(copy);
    await using old = replaced === undefined ? undefined : await readPlace(replaced);
    const returning = await listReturning(source, old, now);
    await using target = await createPlace(place);
    const counts = await copyTables(source, target, onProgress);
    const epoch = await raiseEpochIn(target, now);
    await endAllCredentials(target, now);
    await ensureOperatorFile(target, restoring);
    await recordByShell(target, 'store.restored', { epoch, ...counts, returning: returning.length });
    await target.commit();
    return { ...counts, epoch, returning };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// The file that held the operator's secret may be lost with the rest: a new operator takes over.
async function ensureOperatorFile(target: Tables, { dataDir, now }: Restoring): Promise<void> {
  if (readOperatorFile(dataDir) !== undefined) return;
  const clientId = randomUUID() as ClientId;
  const secret = makeSecret('scs_');
  const operator = { clientId, clientName: 'operator after a restore', secretHash: secret.hash, now };
  await addOperator(target.tx, { ...operator, by: byShell() });
  writeOperatorFile(dataDir, { url: DEFAULT_URL, clientId, clientSecret: secret.text });
}
