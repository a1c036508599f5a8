import type { SiteId } from '@setpoint/contract';
import { orderedTexts, replayBatch, type SetTexts } from '@setpoint/core';
import { sql } from 'kysely';
import type { Aging } from '../platform/loops/forgetting.ts';
import { createSiteWalk } from '../platform/loops/site-walk.ts';
import { defineWrite } from '../store/define-write.ts';
import type { DialectName } from '../store/dialect-name.ts';
import { statement } from '../store/statement.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';
import { fromStoredText } from '../store/values/stored-text.ts';
import type { Tx } from '../store/tx.ts';
import { isKeptBatch } from './is-kept-batch.ts';
import { keepState, type VersionMark } from './keep-state.ts';
import { batchesFrom } from './read-history.ts';

export interface ForgetBatchesInput {
  readonly siteId: SiteId;
  readonly before: number;
  readonly limit: number;
}

const firstState = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('kept_state')
    .select(['epoch', 'version', 'is_first', 'commands'])
    .where('site_id', '=', param('siteId'))
    .orderBy('epoch')
    .orderBy('version')
    .limit(1),
);

type UpTo = { siteId: string; epoch: number; version: number };

// On PostgreSQL the partitions go as a whole.
const tableIn = (dialect: DialectName) => (dialect === 'sqlite' ? 'batch' : 'batch_other');

const deleteBatches = statement<UpTo>()(({ db, dialect, param }) =>
  db
    .deleteFrom(tableIn(dialect))
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
    .where((eb) => eb(eb.refTuple('epoch', 'version'), '<=', eb.tuple(param('epoch'), param('version')))),
);

const deleteStates = statement<UpTo>()(({ db, param }) =>
  db
    .deleteFrom('kept_state')
    .where('site_id', '=', param('siteId'))
    .where((eb) => eb(eb.refTuple('epoch', 'version'), '<', eb.tuple(param('epoch'), param('version')))),
);

/** Deletes the oldest batches of a site, and stores once what they led to: every later version stays whole. */
export const forgetBatches = defineWrite({
  name: 'forgetBatches',
  only: 'chosen',
  record: 'not recorded: it has had its time',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, before, limit }: ForgetBatchesInput): Promise<number> => {
    const oldest = await tx.first(firstState, { siteId });
    const start = oldest?.is_first === 1 ? oldest : undefined;
    let texts: SetTexts = replayBatch(new Map(), start === undefined ? '[]' : fromStoredText(start.commands));
    let mark: VersionMark | undefined;
    let forgotten = 0;
    for await (const batch of batchesFrom(tx, siteId, start ?? { epoch: 0, version: 0 })) {
      if (batch.accepted_at >= before || forgotten >= limit) break;
      texts = replayBatch(texts, batch.commands);
      mark = { siteId, epoch: batch.epoch, version: batch.version, acceptedAt: batch.accepted_at };
      forgotten += 1;
    }
    if (mark === undefined) return 0;
    await keepState(tx, mark, { texts: orderedTexts(texts), isFirst: true });
    const { epoch, version } = mark;
    await tx.run(deleteBatches, { siteId, epoch, version });
    await tx.run(deleteStates, { siteId, epoch, version });
    return forgotten;
  },
});

const oldestOfSites = statement<{ after: string; limit: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .select((eb) =>
      eb
        .selectFrom('batch')
        .select('accepted_at')
        .where('batch.site_id', '=', toStoredId(dialect, sql.ref<string>('site.site_id')))
        .where(isKeptBatch(sql.ref('site.site_id')))
        .orderBy('epoch')
        .orderBy('batch.version')
        .limit(1)
        .as('oldest_at'),
    )
    .where('site_id', '>', param('after'))
    .orderBy('site_id')
    .limit(param('limit')),
);

/** When the oldest batch of each site was accepted, for the sites behind one. */
async function listOldestBatches(
  tx: Tx,
  input: { readonly after: string; readonly limit: number },
): Promise<{ readonly siteId: SiteId; readonly oldestAt: number | null }[]> {
  const rows = await tx.all(oldestOfSites, input);
  return rows.map((row) => ({ siteId: row.site_id as SiteId, oldestAt: row.oldest_at }));
}

const SITES_PER_STEP = 200;
const BATCHES_PER_WRITE = 32;
const WRITES_PER_STEP = 100;

/** Walks over the sites, some at each step, and removes their old batches. */
export function forgetOldBatches(keptMs: number): Aging {
  return ({ store, now }) =>
    createSiteWalk({
      list: (input) => store.read(listOldestBatches, input),
      workOn({ siteId, oldestAt }) {
        const before = now() - keptMs;
        if (oldestAt === null || oldestAt >= before) return undefined;
        // One at a time and few batches each: no write of a caller waits for long.
        return () => store.write(forgetBatches, { siteId, before, limit: BATCHES_PER_WRITE });
      },
      sitesPerStep: SITES_PER_STEP,
      writesPerStep: WRITES_PER_STEP,
    });
}
