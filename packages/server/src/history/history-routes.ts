import {
  AppError,
  type AssetScheduleCommand,
  type HistoryBatch,
  type HistoryBatchList,
  namesOfPair,
  PATHS,
  type ScheduleDiff,
  type SiteId,
} from '@setpoint/contract';
import { CSV_COLUMNS, diffSchedules, instantText, instantTextOrNull, orderedTexts } from '@setpoint/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';
import { type BatchPosition, listBatches, type ListedBatch } from './list-batches.ts';
import { type Moment, type PastSchedule, readHistoryInTurns } from './read-history.ts';
import type { Access } from '../access/access.ts';
import type { CursorShape } from '../http/cursor-shape.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readInstant } from '../http/read-instant.ts';
import { readQuery } from '../http/read-query.ts';
import { sendRows } from '../http/send-rows.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';

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

export interface HistoryRoutes {
  readonly access: Access;
  readonly store: Store;
}

/** What was set on a site, when and by whom. */
export function historyRoutes(app: FastifyInstance, { access, store }: HistoryRoutes): void {
  const callerAndSite = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const { siteId } = (await access.site(caller, request)).site;
    return { siteId, turn: () => access.turn(caller) };
  };

  app.get(PATHS.fleetSiteBatches, WITHOUT_HEAD, async (request, reply): Promise<HistoryBatchList> => {
    const { siteId, turn } = await callerAndSite(request, reply);
    const wanted = readPage(request, LATEST_FIRST);
    const batches = await readBatches(store, { siteId, before: wanted.after, limit: wanted.limit + 1, turn });
    const page = cutPage(batches, wanted, (batch) => batch);
    return { batches: page.items.map(historyBatch), nextCursor: page.nextCursor };
  });

  app.get(PATHS.fleetSiteSchedules, WITHOUT_HEAD, async (request, reply) => {
    const { siteId, turn } = await callerAndSite(request, reply);
    const past = await pastOrThrow({ store, siteId, turn }, momentOf(readQuery(request, ['version', 'at'])));
    const acceptedAt = instantTextOrNull(past.acceptedAt);
    const head = JSON.stringify({ siteId, version: past.version, acceptedAt }).slice(0, -1);
    return sendRows(request, reply, {
      json: () => [`${head},"schedules":[${orderedTexts(past.texts).join(',')}]}`],
      table: () => ({ columns: CSV_COLUMNS, rows: rowsOf(orderedTexts(past.texts)) }),
    });
  });

  app.get(PATHS.fleetSiteSchedulesDiff, WITHOUT_HEAD, async (request, reply): Promise<ScheduleDiff> => {
    const { siteId, turn } = await callerAndSite(request, reply);
    const query = readQuery(request, ['from', 'to']);
    const from = versionOrThrow('from', query.from);
    const to = versionOrThrow('to', query.to);
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

function momentOf({ version, at }: { version?: string; at?: string }): Moment {
  if (version !== undefined && at !== undefined) throw new AppError('bad_request', 'give either version or at');
  if (version !== undefined) return { version: versionOrThrow('version', version) };
  if (at === undefined) return { at: Number.MAX_SAFE_INTEGER };
  return { at: readInstant('at', at) };
}

function versionOrThrow(name: string, text: string | undefined): number {
  if (text !== undefined && VERSION.test(text)) return Number(text);
  throw new AppError('bad_request', `${name} must be a whole number, the version of a schedule`);
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
