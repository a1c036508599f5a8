import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { defineWrite } from '../define-write.ts';
import { fields } from '../fields.ts';
import { statement } from '../statement.ts';
import type { Tx } from '../tx.ts';

/** How far the writes of a store have come; after a restore, the count begins anew in another epoch. */
export interface Position {
  readonly epoch: number;
  readonly commits: number;
}

/** A file that is behind what was durable in it once. */
export class LostCommits extends Error {
  override readonly name = 'LostCommits';
}

const countOne = statement<Record<never, never>>()(({ db }) =>
  db.updateTable('store_state').set(({ eb }) => ({ commits: eb('commits', '+', 1) })),
);
const position = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('store_state').select(fields('epoch', 'commits')),
);

/** Counts on, with the writes that are committed together with it. */
export const countCommit = defineWrite({
  name: 'countCommit',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, _input: object): Promise<Position | undefined> => {
    await tx.run(countOne, {});
    return tx.first(position, {});
  },
});

const LENGTH = 48;
const TEXT = /^(\d+) (\d+) +\n$/;

/** Notes beside a file how far it has come, which is durable in the file by then: a note that is lost does no harm. */
export function notePosition(databasePath: string, { epoch, commits }: Position): void {
  const file = openSync(noteOf(databasePath), constants.O_RDWR | constants.O_CREAT, 0o600);
  writeSync(file, `${`${epoch} ${commits} `.padEnd(LENGTH)}\n`, 0);
  closeSync(file);
}

/** Throws if a file has lost what was durable in it: SQLite takes the valid beginning of a damaged log for all of it. */
export function refuseLost(db: DatabaseSync, databasePath: string): void {
  const noted = readNote(noteOf(databasePath));
  const found = readPosition(db);
  if (noted === undefined || found.epoch > noted.epoch) return;
  if (found.epoch === noted.epoch && found.commits >= noted.commits) return;
  throw new LostCommits(
    `${databasePath} lacks writes that were durable: its write-ahead log was cut, damaged or removed, or an earlier copy ` +
      'lies in its place. Restore a backup into an empty folder; or accept what is left with `{setpoint} raise-epoch`, ' +
      'after which every controller gets its schedule again',
  );
}

function readPosition(db: DatabaseSync): Position {
  const table = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'store_state'`).get();
  const row = table === undefined ? undefined : db.prepare('SELECT * FROM store_state').get();
  return { epoch: Number(row?.['epoch'] ?? 0), commits: Number(row?.['commits'] ?? 0) };
}

function readNote(path: string): Position | undefined {
  try {
    const [, epoch, commits] = TEXT.exec(readFileSync(path, 'latin1')) ?? [];
    return epoch === undefined ? undefined : { epoch: Number(epoch), commits: Number(commits) };
  } catch {
    // There is none, as before the first second of a store.
    return undefined;
  }
}

function noteOf(databasePath: string): string {
  return `${databasePath}.commits`;
}
