import { AppError, type AssetScheduleCommand, type HistoryBatch, namesOfPair, type SiteId } from '@setpoint/contract';
import { CSV_COLUMNS, diffSchedules, instantText, instantTextOrNull, orderedTexts } from '@setpoint/core';
import type { Store } from '../store/store.ts';
import { type BatchPosition, listBatches, type ListedBatch } from './list-batches.ts';
import { type Moment, type PastSchedule, readHistoryInTurns } from './read-history.ts';
import type { CursorShape } from '../http/read/cursor-shape.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { sendRows } from '../http/send/send-rows.ts';

const VERSION = /^(?:0|[1-9]\d{0,14})$/;
// A batch may hold 100 kB: few at a time, so that nobody waits for the reading.
const BATCHES_AT_ONCE = 5;

const LATEST_FIRST: CursorShape<BatchPosition> = {
  start: { epoch: Number.MAX_SAFE_INTEGER, version: Number.MAX_SAFE_INTEGER },
  partsOf: ({ epoch, version }) => [String(epoch), String(version)],
  positionOf: ([epoch = '', version = '', ...rest]) =>
    VERSION.test(epoch) && VERSION.test(version) && rest.length === 0
      ? { epoch: Number(epoch), version: Number(version) }
      : undefined,
};

/** What was set on a site, when and by whom. */
export function historyRoutes(serve: Serve, { store }: { readonly store: Store }): void {
  serve('listBatches', async ({ site: { siteId }, query, turn }) => {
    const wanted = readPage(query, LATEST_FIRST);
    const batches = await readBatches(store, { siteId, before: wanted.after, limit: wanted.limit + 1, turn });
    const page = cutPage(batches, wanted, (batch) => batch);
    return { batches: page.items.map(historyBatch), nextCursor: page.nextCursor };
  });

  serve.sent('getPastSchedules', async ({ request, reply, site: { siteId }, query, turn }) => {
    const past = await pastOrThrow({ store, siteId, turn }, momentOf(query));
    const acceptedAt = instantTextOrNull(past.acceptedAt);
    const head = JSON.stringify({ siteId, version: past.version, acceptedAt }).slice(0, -1);
    return sendRows(request, reply, {
      json: () => [`${head},"schedules":[${orderedTexts(past.texts).join(',')}]}`],
      table: () => ({ columns: CSV_COLUMNS, rows: rowsOf(orderedTexts(past.texts)) }),
    });
  });

  serve('diffSchedules', async ({ site: { siteId }, query: { from, to }, turn }) => {
    const before = await pastOrThrow({ store, siteId, turn }, { version: from });
    const after = await pastOrThrow({ store, siteId, turn }, { version: to });
    const changes = diffSchedules(before.texts, after.texts).map(({ pair, removed, added }) => {
      return { ...namesOfPair(pair), removed: [...removed], added: [...added] };
    });
    return { siteId, from, to, changes };
  });
}

function* rowsOf(texts: readonly string[]) {
  for (const text of texts) {
    const { asset, type, entries } = JSON.parse(text) as AssetScheduleCommand;
    for (const entry of entries) yield { asset, type, ...entry };
  }
}

interface Wanted {
  readonly siteId: SiteId;
  readonly before: BatchPosition;
  readonly limit: number;
  readonly turn: () => Promise<void>;
}

async function readBatches(store: Store, { siteId, before, limit, turn }: Wanted): Promise<ListedBatch[]> {
  const batches: ListedBatch[] = [];
  while (batches.length < limit) {
    const atOnce = Math.min(BATCHES_AT_ONCE, limit - batches.length);
    const rows = await store.read(listBatches, { siteId, before: batches.at(-1) ?? before, limit: atOnce });
    batches.push(...rows);
    if (rows.length < atOnce) break;
    await turn();
  }
  return batches;
}

function historyBatch({ epoch: _epoch, acceptedAt, ...batch }: ListedBatch): HistoryBatch {
  return { ...batch, acceptedAt: instantText(acceptedAt) };
}

function momentOf({ version, at }: { version?: number; at?: number }): Moment {
  if (version !== undefined && at !== undefined) throw new AppError('bad_request', 'give either version or at');
  return version === undefined ? { at: at ?? Number.MAX_SAFE_INTEGER } : { version };
}

interface PastOf {
  readonly store: Store;
  readonly siteId: SiteId;
  readonly turn: () => Promise<void>;
}

async function pastOrThrow({ store, siteId, turn }: PastOf, moment: Moment): Promise<PastSchedule> {
  const outcome = await readHistoryInTurns(store, { siteId, moment }, turn);
  switch (outcome.kind) {
    case 'found':
      return outcome.schedule;
    case 'not_yet':
      throw new AppError('not_found', `there is no such version yet; the schedule is at version ${outcome.current}`);
    case 'forgotten':
      throw new AppError('not_found', `that is no longer kept; the oldest version that is kept is ${outcome.oldest}`);
  }
}
