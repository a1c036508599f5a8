import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { parseRecord } from './altered-parts.ts';
import { chainHash } from './chain-hash.ts';
import { appendRecord, lockHead, LOG } from './append-record.ts';
import type { Aging } from '../platform/loops/forgetting.ts';

const DAY_MS = 86_400_000;
const MOST_AT_ONCE = 5_000;

const records = statement<{ most: number }>()(({ db, param }) =>
  db.selectFrom('audit_record').select(['sequence', 'hash', 'record']).orderBy('sequence').limit(param('most')),
);

const head = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('audit_head').select(['hash', 'forgotten_hash']),
);

const deleteUpTo = statement<{ sequence: number }>()(({ db, param }) =>
  db.deleteFrom('audit_record').where('sequence', '<=', param('sequence')),
);

const moveBegin = statement<{ sequence: number; hash: string }>()(({ db, param }) =>
  db.updateTable('audit_head').set({ forgotten_sequence: param('sequence'), forgotten_hash: param('hash') }),
);

// It has no use without what it is about, and no table keeps that for longer.
const forgetActing = statement<{ before: number }>()(({ db, param }) =>
  db.deleteFrom('acting').where('at', '<', param('before')),
);

/** Deletes what is old, and records it: a log that begins late says itself that it may. */
export const forgetRecords = defineWrite({
  name: 'forgetRecords',
  only: 'chosen',
  record: 'by itself: the log says what it no longer has',
  run: async (tx: Tx, { before }: { readonly before: number }): Promise<boolean> => {
    await lockHead(tx);
    const last = await lastBefore(tx, before);
    if (last === undefined) return false;
    await appendRecord(tx, { action: 'audit.forgotten', subject: LOG, after: { ...last } });
    await tx.run(deleteUpTo, { sequence: last.sequence });
    await tx.run(forgetActing, { before });
    await tx.run(moveBegin, { ...last });
    return true;
  },
});

interface ChainedRow {
  readonly sequence: number;
  readonly hash: string;
  readonly record: string;
}

/**
 * The last record from before an instant, by the times that were hashed. One that stands between hashes that are not
 * its own is evidence: it does not count, and goes with a later one that does.
 */
async function lastBefore(tx: Tx, before: number): Promise<Pick<ChainedRow, 'sequence' | 'hash'> | undefined> {
  const [ends] = await tx.all(head, {});
  if (ends === undefined) return undefined;
  const rows = await tx.all(records, { most: MOST_AT_ONCE });
  const timed = rows.map((row, index) => timedRow(row, rows[index - 1]?.hash ?? ends.forgotten_hash));
  const recent = timed.findIndex(({ at }) => at >= before);
  const last = timed
    .slice(0, recent === -1 ? undefined : recent)
    // Who altered a record and its hash did not hash what comes behind it.
    .findLast(({ at, hash }, index) => at < before && (timed[index + 1]?.isChained ?? hash === ends.hash));
  return last === undefined ? undefined : { sequence: last.sequence, hash: last.hash };
}

function timedRow({ sequence, hash, record }: ChainedRow, previous: string) {
  const isChained = chainHash(previous, record) === hash;
  const at = isChained ? Date.parse(parseRecord(record)?.at ?? '') : Number.NaN;
  return { sequence, hash, isChained, at };
}

/** Once a day at most, for each time leaves a record. */
export function forgetOldRecords(keptMs: number): Aging {
  return ({ store, now }) =>
    async () => {
      const before = now() - keptMs;
      const first = await store.read((tx: Tx) => tx.first(records, { most: 1 }), {});
      if (first === undefined) return false;
      const at = Date.parse(parseRecord(first.record)?.at ?? '');
      if (at >= before - DAY_MS) return false;
      return store.write(forgetRecords, { before });
    };
}
