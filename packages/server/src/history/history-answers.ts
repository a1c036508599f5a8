import { AppError, type AssetScheduleCommand, type HistoryBatch, namesOfPair, type SiteId } from '@setpoint/contract';
import { CSV_COLUMNS, diffSchedules, instantText, instantTextOrNull, orderedTexts } from '@setpoint/core';
import type { Answer, Computing } from '../computing/answer.ts';
import { rowsAs } from '../computing/rows-as.ts';
import { cutPage } from '../http/read/read-page.ts';
import { LATEST_FIRST } from './latest-first.ts';
import { type BatchPosition, listBatches, type ListedBatch } from './list-batches.ts';
import { type Moment, type PastSchedule, readHistoryInTurns } from './read-history.ts';

// A batch may hold 100 kB: few at a time, so that nobody waits for the reading.
const BATCHES_AT_ONCE = 5;

interface BatchesInput {
  readonly siteId: SiteId;
  readonly after: BatchPosition;
  readonly limit: number;
}

/** A page of the batches of a site. */
export const batchesAnswer: Answer<BatchesInput> = {
  name: 'batches',
  async *make(by, { siteId, after, limit }) {
    const rows = await readBatches(by, { siteId, after, limit: limit + 1 });
    const page = cutPage(rows, { limit, shape: LATEST_FIRST }, (batch) => batch);
    yield [JSON.stringify({ batches: page.items.map(historyBatch), nextCursor: page.nextCursor })];
  },
};

interface PastInput {
  readonly siteId: SiteId;
  readonly moment: Moment;
}

/** What was set on a site then. */
export const pastSchedulesAnswer: Answer<PastInput> = {
  name: 'past schedules',
  hasTable: true,
  async *make(by, { siteId, moment }) {
    const past = await pastOrThrow(by, siteId, moment);
    const acceptedAt = instantTextOrNull(past.acceptedAt);
    const head = JSON.stringify({ siteId, version: past.version, acceptedAt }).slice(0, -1);
    yield rowsAs(by.writtenAs, {
      json: () => [`${head},"schedules":[${orderedTexts(past.texts).join(',')}]}`],
      table: () => ({ columns: CSV_COLUMNS, rows: rowsOf(orderedTexts(past.texts)) }),
    });
  },
};

interface DiffInput {
  readonly siteId: SiteId;
  readonly from: number;
  readonly to: number;
}

/** What became of the schedule of a site between two versions. */
export const scheduleDiffAnswer: Answer<DiffInput> = {
  name: 'schedule diff',
  async *make(by, { siteId, from, to }) {
    const before = await pastOrThrow(by, siteId, { version: from });
    const after = await pastOrThrow(by, siteId, { version: to });
    const changes = diffSchedules(before.texts, after.texts).map(({ pair, removed, added }) => {
      return { ...namesOfPair(pair), removed: [...removed], added: [...added] };
    });
    yield [JSON.stringify({ siteId, from, to, changes })];
  },
};

function* rowsOf(texts: readonly string[]) {
  for (const text of texts) {
    const { asset, type, entries } = JSON.parse(text) as AssetScheduleCommand;
    for (const entry of entries) yield { asset, type, ...entry };
  }
}

async function readBatches({ store, turn }: Computing, { siteId, after, limit }: BatchesInput): Promise<ListedBatch[]> {
  const batches: ListedBatch[] = [];
  while (batches.length < limit) {
    const atOnce = Math.min(BATCHES_AT_ONCE, limit - batches.length);
    const rows = await store.read(listBatches, { siteId, before: batches.at(-1) ?? after, limit: atOnce });
    batches.push(...rows);
    if (rows.length < atOnce) break;
    await turn();
  }
  return batches;
}

function historyBatch({ epoch: _epoch, acceptedAt, ...batch }: ListedBatch): HistoryBatch {
  return { ...batch, acceptedAt: instantText(acceptedAt) };
}

async function pastOrThrow({ store, turn }: Computing, siteId: SiteId, moment: Moment): Promise<PastSchedule> {
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
