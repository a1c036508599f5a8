import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  HEADERS,
  parseSiteId,
  PortfolioEnvelope,
  PortfolioItemEnvelope,
  type PortfolioMode,
  PortfolioOutline,
  type SiteId,
} from '@setpoint/contract';
import type { ParsedBatch } from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import type { ApplySchedulesInput } from './apply-schedules.ts';
import { valueOrThrow } from '../wire/check-shape.ts';
import { parseJson } from '../wire/parse-json.ts';
import { batchOf, rejectionOf } from './read-batch.ts';
import { readBody } from '../http/read-body.ts';
import { splitObjects } from '../wire/split-objects.ts';

/** One site of a portfolio: its batch with its conditions, or why there is none. */
export interface PortfolioItem {
  readonly siteId: SiteId;
  readonly batch: ParsedBatch | AppError;
  readonly conditions: Pick<ApplySchedulesInput, 'ifVersion' | 'idempotency'>;
}

export interface Portfolio {
  readonly mode: PortfolioMode;
  readonly items: readonly PortfolioItem[];
}

const checkEnvelope = valueOrThrow(PortfolioEnvelope);
const checkOutline = valueOrThrow(PortfolioOutline);
const checkItem = valueOrThrow(PortfolioItemEnvelope);
const SITES_PER_TURN = 20;

/** Takes the bytes of a portfolio from a request. */
export function readPortfolioBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  refuseSingleConditions(request);
  return readBody(request, maxBytes);
}

/** Reads batches for many sites; whatever is wrong with one alone is kept for its result. */
export async function readPortfolio(bytes: Buffer, maxEntries: number): Promise<Portfolio> {
  return (await readSiteBySite(bytes, maxEntries)) ?? readWhole(bytes, maxEntries);
}

// What a site wants is let go of before the next is read: parsed at once, all of it would be moved about in memory.
async function readSiteBySite(bytes: Buffer, maxEntries: number): Promise<Portfolio | undefined> {
  try {
    const read = itemReader(maxEntries);
    const items: PortfolioItem[] = [];
    const objects = splitObjects(bytes);
    let next = objects.next();
    for (; next.done !== true; next = objects.next()) {
      items.push(read(checkItem(next.value)));
      if (items.length % SITES_PER_TURN === 0) await nextTurn();
    }
    const { mode, batches } = checkOutline(parseJson(next.value));
    return batches.length === items.length ? { mode, items } : undefined;
  } catch (cause) {
    // Read as a whole, it is refused in the words of what stands first in it.
    if (cause instanceof AppError) return undefined;
    throw cause;
  }
}

async function readWhole(bytes: Buffer, maxEntries: number): Promise<Portfolio> {
  const { mode, batches } = checkEnvelope(parseJson(bytes));
  const read = itemReader(maxEntries);
  const items: PortfolioItem[] = [];
  for (const batch of batches) {
    items.push(read(batch));
    if (items.length % SITES_PER_TURN === 0) await nextTurn();
  }
  return { mode, items };
}

/** Reads one site after the other of one portfolio; each may be named once. */
function itemReader(maxEntries: number): (batch: PortfolioItemEnvelope) => PortfolioItem {
  const [sites, keys] = [new Set<string>(), new Set<string>()];
  let index = -1;
  return ({ siteId: text, schedules, ifScheduleVersion, idempotencyKey }) => {
    index += 1;
    const siteId = parseSiteId(text);
    if (siteId === undefined) throw new AppError('bad_request', `batches[${index}].siteId: must be a UUID`);
    refuseTwice(sites, siteId, `batches[${index}].siteId`);
    if (idempotencyKey !== undefined) refuseTwice(keys, idempotencyKey, `batches[${index}].idempotencyKey`);
    const body = batchOf({ schedules }, maxEntries);
    const batch = body.kind === 'batch' ? body.batch : rejectionOf(body.problems);
    const ifVersion = ifScheduleVersion === undefined ? {} : { ifVersion: ifScheduleVersion };
    const idempotency =
      idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, requestHash: hashOf(schedules) } };
    return { siteId, batch, conditions: { ...ifVersion, ...idempotency } };
  };
}

// Given once for many sites, it is not clear what they would mean; passed over, they would be missed.
function refuseSingleConditions({ headers }: FastifyRequest): void {
  for (const name of [HEADERS.ifScheduleVersion, HEADERS.idempotencyKey]) {
    if (headers[name.toLowerCase()] === undefined) continue;
    throw new AppError('bad_request', `${name} is given beside the schedules of each site here, not as a header`);
  }
}

function refuseTwice(seen: Set<string>, value: string, place: string): void {
  if (seen.has(value)) throw new AppError('bad_request', `${place}: ${value} is named twice`);
  seen.add(value);
}

function hashOf(schedules: unknown): string {
  return hash('sha256', JSON.stringify({ schedules }), 'hex');
}
