import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  type BatchId,
  ERROR_STATUS,
  LIMITS,
  PATHS,
  type PortfolioBatches,
  type PortfolioResponse,
  type PortfolioResult,
  type SiteId,
} from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../identity/caller.ts';
import { StoreFailure } from '../store/store.ts';
import { type ApplySchedulesInput, type ApplySchedulesOutput, applySchedules } from './apply-schedules.ts';
import type { SiteRights } from '../access/find-site-access.ts';
import { hashText } from './hash-state.ts';
import { listVisibleSites } from '../access/list-visible-sites.ts';
import { noAccess } from '../access/refusals.ts';
import { readPortfolio as readPortfolioBatches } from './read-portfolio.ts';
import { type PortfolioItem, readPortfolio, readPortfolioBody } from './parse-portfolio.ts';
import { noSuch } from '../http/no-such.ts';
import { readQuery } from '../http/read-query.ts';
import { refusalOf, refuseWhenBusy } from './refuse-batch.ts';
import { takeTurns } from './take-turns.ts';
import type { ScheduleRoutes } from './schedule-routes.ts';
import { applyPortfolio } from './apply-portfolio.ts';

const SITES_PER_TURN = 50;
const WRITES_AT_ONCE = 200;

/** What became of one site: its batch, or why there is none. */
type Outcome = ApplySchedulesOutput | AppError | StoreFailure;

interface Portfolio {
  readonly items: readonly PortfolioItem[];
  /** What is to be written for each of them, or why nothing is. */
  readonly inputs: readonly (ApplySchedulesInput | AppError)[];
}

/** Setting the schedules of many sites at once. */
export function portfolioRoutes(app: FastifyInstance, options: ScheduleRoutes): void {
  const { access, store, makeId, maxEntries, maxWaitingWrites } = options;
  // Side by side, all would be read at the same time and then wait for the store at the same time.
  const inTurn = takeTurns();

  app.post(PATHS.fleetSchedules, async (request): Promise<PortfolioResponse> => {
    refuseWhenBusy(store, maxWaitingWrites);
    const caller = await access.caller(request, 'schedules:write');
    readQuery(request, []);
    const bytes = await readPortfolioBody(request, LIMITS.maxPortfolioBytes);
    const parentId = makeId() as BatchId;
    const portfolio = await inTurn(async () => {
      const { mode, items } = await readPortfolio(bytes, maxEntries);
      return { mode, items, inputs: await inputsOf(options, { caller, parentId, items }) };
    });
    const outcomes = await (portfolio.mode === 'all' ? setAll(options, portfolio) : setEach(options, portfolio));
    const results = portfolio.items.map(({ siteId }, index) => resultOf(siteId, outcomes[index]));
    return { parentBatchId: parentId, accepted: results.filter(({ status }) => status === 201).length, results };
  });
  addReading(app, options);
}

function addReading(app: FastifyInstance, options: ScheduleRoutes): void {
  const { access, store } = options;

  app.get(PATHS.fleetPortfolio, async (request): Promise<PortfolioBatches> => {
    const { clientId } = await access.caller(request, 'sites:read');
    readQuery(request, []);
    const { parentBatchId } = request.params as { parentBatchId: string };
    const parentId = parentBatchId.toLowerCase() as BatchId;
    const rows = await store.read(readPortfolioBatches, { parentId });
    const visible = await store.read(listVisibleSites, { clientId, siteIds: rows.map(({ siteId }) => siteId) });
    const seen = rows.filter(({ siteId }) => visible?.has(siteId) === true);
    const [first] = seen;
    if (first === undefined) throw noSuch('call');
    const batches = seen.map(({ siteId, batchId, version, acceptedAt, accepted }) => {
      return { siteId, batchId, version, acceptedAt: new Date(acceptedAt).toISOString(), accepted };
    });
    return { parentBatchId: parentId, clientId: first.clientId, batches };
  });
}

async function setAll(options: ScheduleRoutes, portfolio: Portfolio): Promise<readonly Outcome[]> {
  const { inputs } = portfolio;
  inputs.forEach((input, index) => {
    if (input instanceof AppError) throw named(portfolio, index, input);
  });
  const batches = inputs.filter((input): input is ApplySchedulesInput => !(input instanceof AppError));
  const { kind, outcomes } = await options.store.write(applyPortfolio, { batches });
  outcomes.forEach((outcome, index) => {
    if (kind === 'applied' || !('batchId' in outcome)) tell(options, portfolio, { index, outcome });
  });
  outcomes.forEach((outcome, index) => {
    if (!('batchId' in outcome)) throw named(portfolio, index, refusalOf(outcome));
  });
  return outcomes;
}

async function setEach(options: ScheduleRoutes, portfolio: Portfolio): Promise<readonly Outcome[]> {
  const { inputs } = portfolio;
  const outcomes: Outcome[] = [];
  for (let start = 0; start < inputs.length; start += WRITES_AT_ONCE) {
    const chunk = inputs.slice(start, start + WRITES_AT_ONCE);
    outcomes.push(...(await Promise.all(chunk.map((input) => setOne(options, input)))));
  }
  outcomes.forEach((outcome, index) => {
    if (!(outcome instanceof Error)) tell(options, portfolio, { index, outcome });
  });
  return outcomes;
}

async function setOne({ store }: ScheduleRoutes, input: ApplySchedulesInput | AppError): Promise<Outcome> {
  if (input instanceof AppError) return input;
  try {
    return await store.write(applySchedules, input);
  } catch (cause) {
    // The others stand: what became of this one is told in its place.
    if (cause instanceof StoreFailure) return cause;
    throw cause;
  }
}

interface Called {
  readonly caller: Caller;
  readonly parentId: BatchId;
  readonly items: readonly PortfolioItem[];
}

async function inputsOf(options: ScheduleRoutes, called: Called): Promise<(ApplySchedulesInput | AppError)[]> {
  const { caller, items } = called;
  const inputs: (ApplySchedulesInput | AppError)[] = [];
  for (let start = 0; start < items.length; start += SITES_PER_TURN) {
    // Others are served in between.
    if (start > 0) await nextTurn();
    const some = items.slice(start, start + SITES_PER_TURN);
    const siteIds = some.map(({ siteId }) => siteId);
    const rights = await options.access.rights(caller, siteIds);
    for (const item of some) inputs.push(inputOf(options, called, { item, rights: rights.get(item.siteId) }));
  }
  return inputs;
}

interface Judged {
  readonly item: PortfolioItem;
  /** Left out when there is no such site. */
  readonly rights: SiteRights | undefined;
}

function inputOf(
  { makeId, now }: ScheduleRoutes,
  { caller, parentId }: Called,
  { item, rights }: Judged,
): ApplySchedulesInput | AppError {
  const { siteId, batch, conditions } = item;
  if (rights?.canRead !== true) return noSuch('site');
  if (!rights.canSchedule) return noAccess();
  if (batch instanceof AppError) return batch;
  const { clientId } = caller;
  const hashes = batch.commands.map(({ text }) => (text === null ? null : hashText(text)));
  return { siteId, clientId, batchId: makeId() as BatchId, parentId, now: now(), batch, hashes, ...conditions };
}

interface Told {
  readonly index: number;
  readonly outcome: ApplySchedulesOutput;
}

function tell({ countBatch, onAccepted }: ScheduleRoutes, { items }: Portfolio, { index, outcome }: Told): void {
  countBatch(outcome);
  const siteId = items[index]?.siteId;
  if (outcome.kind === 'accepted' && siteId !== undefined) onAccepted(siteId);
}

function named({ items }: Portfolio, index: number, { code, message }: AppError): AppError {
  return new AppError(code, `site ${items[index]?.siteId}: ${message}`);
}

function resultOf(siteId: SiteId, outcome: Outcome | undefined): PortfolioResult {
  if (outcome === undefined || outcome instanceof StoreFailure) {
    const isOpen = outcome === undefined || outcome.outcome === 'unknown';
    const message = isOpen
      ? 'something failed; this site may have been set'
      : 'something failed; this site was not set';
    return { siteId, status: ERROR_STATUS.internal_server_error, error: 'internal_server_error', message };
  }
  if (outcome instanceof AppError) return refusedResult(siteId, outcome);
  if (!('batchId' in outcome)) return refusedResult(siteId, refusalOf(outcome));
  const { batchId, accepted, version, kind } = outcome;
  return { siteId, status: 201, batchId, accepted, scheduleVersion: version, isReplayed: kind === 'replayed' };
}

function refusedResult(siteId: SiteId, { code, message }: AppError): PortfolioResult {
  return { siteId, status: ERROR_STATUS[code], error: code, message };
}
