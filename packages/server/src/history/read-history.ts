import type { SiteId } from '@setpoint/contract';
import { replayBatch, type SetTexts } from '@setpoint/core';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** What was set after one version, and when that was accepted; null for what was never set. */
export interface PastSchedule {
  readonly version: number;
  readonly acceptedAt: number | null;
  readonly texts: SetTexts;
}

export type ReadHistoryOutput =
  | { readonly kind: 'found'; readonly schedule: PastSchedule }
  /** It was deleted; the oldest version that is still known. */
  | { readonly kind: 'forgotten'; readonly oldest: number }
  | { readonly kind: 'not_yet'; readonly current: number };

/** The state after a version, or at an instant. */
export type Moment = { readonly version: number } | { readonly at: number };

const ROWS_AT_ONCE = 64;

const versionOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('version').where('site_id', '=', param('siteId')),
);

const stateBefore = statement<{ siteId: string; version: number; at: number }>()(({ db, param }) =>
  db
    .selectFrom('kept_state')
    .select(['epoch', 'version', 'accepted_at', 'commands'])
    .where('site_id', '=', param('siteId'))
    .where('version', '<=', param('version'))
    .where('accepted_at', '<=', param('at'))
    .orderBy('epoch', 'desc')
    .orderBy('version', 'desc')
    .limit(1),
);

const firstState = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('kept_state')
    .select(['version', 'is_first'])
    .where('site_id', '=', param('siteId'))
    .orderBy('epoch')
    .orderBy('version')
    .limit(1),
);

const batchesAfter = statement<{ siteId: string; epoch: number; version: number; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('batch')
    .select(['epoch', 'version', 'accepted_at', 'commands'])
    .where('site_id', '=', param('siteId'))
    .where((eb) => eb(eb.refTuple('epoch', 'version'), '>', eb.tuple(param('epoch'), param('version'))))
    .orderBy('epoch')
    .orderBy('version')
    .limit(param('limit')),
);

/** What was set on a site then; the site is known to exist. */
export async function readHistory(
  tx: Tx,
  { siteId, moment }: { readonly siteId: SiteId; readonly moment: Moment },
): Promise<ReadHistoryOutput> {
  const limits: Limits = { version: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER, ...moment };
  const current = (await tx.first(versionOfSite, { siteId }))?.version ?? 0;
  if ('version' in moment && moment.version > current) return { kind: 'not_yet', current };
  const start = await tx.first(stateBefore, { siteId, ...limits });
  if (start === undefined) {
    const first = await tx.first(firstState, { siteId });
    if (first?.is_first === 1) return { kind: 'forgotten', oldest: first.version };
  }
  const schedule = await replayFrom(tx, { siteId, start: start ?? NOTHING_SET, limits });
  // A version without a batch of its own, such as one that a hold made, set nothing.
  return { kind: 'found', schedule: { ...schedule, ...('version' in moment ? moment : {}) } };
}

interface Limits {
  readonly version: number;
  readonly at: number;
}

const NOTHING_SET = { epoch: 0, version: 0, accepted_at: null, commands: '[]' };

interface Replaying {
  readonly siteId: SiteId;
  readonly start: Omit<typeof NOTHING_SET, 'accepted_at'> & { readonly accepted_at: number | null };
  readonly limits: Limits;
}

async function replayFrom(tx: Tx, { siteId, start, limits }: Replaying): Promise<PastSchedule> {
  const texts = replayBatch(new Map(), start.commands);
  let schedule: PastSchedule = { version: start.version, acceptedAt: start.accepted_at, texts };
  for await (const batch of batchesFrom(tx, siteId, start)) {
    if (batch.version > limits.version || batch.accepted_at > limits.at) break;
    const { version, accepted_at: acceptedAt, commands } = batch;
    schedule = { version, acceptedAt, texts: replayBatch(schedule.texts, commands) };
  }
  return schedule;
}

export interface LoggedBatch {
  readonly epoch: number;
  readonly version: number;
  readonly accepted_at: number;
  readonly commands: string;
}

/** The batches of a site behind one, in their order. */
export async function* batchesFrom(
  tx: Tx,
  siteId: SiteId,
  after: { readonly epoch: number; readonly version: number },
): AsyncGenerator<LoggedBatch> {
  let { epoch, version } = after;
  for (;;) {
    const rows = await tx.all(batchesAfter, { siteId, epoch, version, limit: ROWS_AT_ONCE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    ({ epoch, version } = last);
  }
}
