import type { SiteId } from '@setpoint/contract';
import { replayBatch, type SetTexts } from '@setpoint/core';
import { readBy } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';
import type { ReadableStore } from '../store/store.ts';
import { withCommands } from './with-commands.ts';
import type { Tx } from '../store/tx.ts';
import { nextRows } from './next-rows.ts';

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

const versionOfSite = readBy('site', ['siteId'], ['version']);

const stateBefore = statement<{ siteId: string; version: number; at: number }>()(({ db, param }) =>
  db
    .selectFrom('kept_state')
    .select(['epoch', 'version', 'accepted_at', 'commands', 'is_first'])
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

const batchesAfter = statement<{ siteId: string; epoch: number; version: number; limit: number }>()(
  ({ db, dialect, param }) =>
    db
      .selectFrom('batch')
      .select(['epoch', 'version', 'accepted_at', 'commands'])
      .where('site_id', '=', toStoredId(dialect, param('siteId')))
      .where((eb) => eb(eb.refTuple('epoch', 'version'), '>', eb.tuple(param('epoch'), param('version'))))
      .orderBy('epoch')
      .orderBy('version')
      .limit(param('limit')),
);

interface HistoryAsked {
  readonly siteId: SiteId;
  readonly moment: Moment;
}

/** What was set on a site then; the site is known to exist. */
export async function readHistory(tx: Tx, asked: HistoryAsked): Promise<ReadHistoryOutput> {
  const begun = await beginHistory(tx, asked);
  return begun.kind === 'begun' ? foundFrom(tx, asked, begun.start) : begun;
}

/** As `readHistory`, with a turn before each page of batches; others may write in between. */
export async function readHistoryInTurns(
  store: ReadableStore,
  asked: HistoryAsked,
  turn: () => Promise<void>,
): Promise<ReadHistoryOutput> {
  const pages: HistoryReading = {
    async all(page, params) {
      await turn();
      return store.read((tx: Tx) => tx.all(page, params), undefined);
    },
  };
  for (;;) {
    const begun = await store.read(beginHistory, asked);
    if (begun.kind !== 'begun') return begun;
    const found = await foundFrom(pages, asked, begun.start);
    const after = await store.read(beginHistory, asked);
    if (after.kind !== 'begun') return after;
    // Some of what was to be read may have been deleted meanwhile: then it begins where that led to.
    if (after.start.is_first === 0 || isSameState(after.start, begun.start)) return found;
  }
}

type Begun = { readonly kind: 'begun'; readonly start: Start } | Exclude<ReadHistoryOutput, { kind: 'found' }>;

/** The state that was written down last before then. */
async function beginHistory(tx: Tx, { siteId, moment }: HistoryAsked): Promise<Begun> {
  const current = (await tx.first(versionOfSite, { siteId }))?.version ?? 0;
  if ('version' in moment && moment.version > current) return { kind: 'not_yet', current };
  const start = await tx.first(stateBefore, { siteId, ...limitsOf(moment) });
  if (start === undefined) {
    const first = await tx.first(firstState, { siteId });
    if (first?.is_first === 1) return { kind: 'forgotten', oldest: first.version };
  }
  return { kind: 'begun', start: start === undefined ? NOTHING_SET : withCommands(start) };
}

async function foundFrom(reading: HistoryReading, asked: HistoryAsked, start: Start): Promise<ReadHistoryOutput> {
  const { siteId, moment } = asked;
  const schedule = await replayFrom(reading, siteId, start, limitsOf(moment));
  // A version without a batch of its own, such as one that a hold made, set nothing.
  return { kind: 'found', schedule: { ...schedule, ...('version' in moment ? moment : {}) } };
}

function limitsOf(moment: Moment): Limits {
  return { version: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER, ...moment };
}

function isSameState(one: Start, other: Start): boolean {
  return one.epoch === other.epoch && one.version === other.version;
}

type HistoryReading = Pick<Tx, 'all'>;

interface Limits {
  readonly version: number;
  readonly at: number;
}

interface Start {
  readonly epoch: number;
  readonly version: number;
  readonly accepted_at: number | null;
  readonly commands: string;
  /** Whether what was before it is deleted. */
  readonly is_first: number;
}

const NOTHING_SET: Start = { epoch: 0, version: 0, accepted_at: null, commands: '[]', is_first: 0 };

async function replayFrom(
  reading: HistoryReading,
  siteId: SiteId,
  start: Start,
  limits: Limits,
): Promise<PastSchedule> {
  const texts = replayBatch(new Map(), start.commands);
  let schedule: PastSchedule = { version: start.version, acceptedAt: start.accepted_at, texts };
  for await (const batch of batchesFrom(reading, siteId, start)) {
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
  reading: HistoryReading,
  siteId: SiteId,
  after: { readonly epoch: number; readonly version: number },
): AsyncGenerator<LoggedBatch> {
  let { epoch, version } = after;
  for (let limit = 1; ;) {
    const rows = (await reading.all(batchesAfter, { siteId, epoch, version, limit })).map(withCommands);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    ({ epoch, version } = last);
    limit = nextRows(limit, rows);
  }
}
