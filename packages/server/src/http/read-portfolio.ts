import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, HEADERS, parseSiteId, PortfolioEnvelope, type PortfolioMode, type SiteId } from '@setpoint/contract';
import type { ParsedBatch } from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import type { ApplySchedulesInput } from '../store/transactions/apply-schedules.ts';
import { valueOrThrow } from './check-shape.ts';
import { parseJson } from './parse-json.ts';
import { batchOf, rejectionOf } from './read-batch.ts';
import { readBody } from './read-body.ts';

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

export interface PortfolioLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

const checkEnvelope = valueOrThrow(PortfolioEnvelope);
const SITES_PER_TURN = 20;

/** Reads batches for many sites; whatever is wrong with one alone is kept for its result. */
export async function readPortfolio(
  request: FastifyRequest,
  { maxBytes, maxEntries }: PortfolioLimits,
): Promise<Portfolio> {
  refuseSingleConditions(request);
  const { mode, batches } = checkEnvelope(parseJson(await readBody(request, maxBytes)));
  const items: PortfolioItem[] = [];
  const [sites, keys] = [new Set<string>(), new Set<string>()];
  for (const [index, { siteId: text, schedules, ifScheduleVersion, idempotencyKey }] of batches.entries()) {
    // Others are served in between.
    if (index % SITES_PER_TURN === SITES_PER_TURN - 1) await nextTurn();
    const siteId = parseSiteId(text);
    if (siteId === undefined) throw new AppError('bad_request', `batches[${index}].siteId: must be a UUID`);
    refuseTwice(sites, siteId, `batches[${index}].siteId`);
    if (idempotencyKey !== undefined) refuseTwice(keys, idempotencyKey, `batches[${index}].idempotencyKey`);
    const body = batchOf({ schedules }, maxEntries);
    items.push({
      siteId,
      batch: body.kind === 'batch' ? body.batch : rejectionOf(body.problems),
      conditions: {
        ...(ifScheduleVersion === undefined ? {} : { ifVersion: ifScheduleVersion }),
        ...(idempotencyKey === undefined
          ? {}
          : { idempotency: { key: idempotencyKey, requestHash: hashOf(schedules) } }),
      },
    });
  }
  return { mode, items };
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
