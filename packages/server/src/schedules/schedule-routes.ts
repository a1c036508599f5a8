import { hash } from 'node:crypto';
import { type BatchId, type CreateSchedulesBatchResponse, HEADERS, PATHS, type SiteId } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CountBatch } from './count-batches.ts';
import { type ApplySchedulesOutput, applySchedules } from './apply-schedules.ts';
import type { Budget } from '../identity/budget.ts';
import type { HistoryShare } from '../identity/history-share.ts';
import { historyBytesOf, isClearing } from './history-bytes-of.ts';
import type { Access } from '../access/access.ts';
import type { Store } from '../store/store.ts';
import { readBatch, rejectionOf } from './read-batch.ts';
import { readBody } from '../http/read-body.ts';
import { readConditions } from '../http/read-conditions.ts';
import { refusalOf, refuseWhenBusy } from './refusal-of.ts';

export interface ScheduleRoutes {
  readonly access: Access;
  readonly budget: Pick<Budget, 'largeBody'>;
  readonly history: Pick<HistoryShare, 'refusal' | 'add'>;
  readonly store: Store;
  readonly now: () => number;
  readonly makeId: () => string;
  readonly countBatch: CountBatch;
  readonly maxBodyBytes: number;
  readonly maxEntries: number;
  readonly maxWaitingWrites: number;
  /** Told of every batch that changed a site, once it is durable. */
  readonly onAccepted: (siteId: SiteId) => void;
}

/** Setting schedules: one batch for one site, all or nothing. */
export function scheduleRoutes(app: FastifyInstance, options: ScheduleRoutes): void {
  const { access, budget, history, store, now, makeId, maxBodyBytes, maxEntries, maxWaitingWrites } = options;

  app.post(PATHS.schedules, async (request, reply) => {
    refuseWhenBusy(store, maxWaitingWrites);
    const { caller, site } = await access.publicSite(request, 'schedules:write');
    if (isLarge(request)) await budget.largeBody(reply, caller.clientId);
    const bytes = await readBody(request, maxBodyBytes);
    if (bytes.length > LARGE_BYTES) await access.turn(caller);
    const { ifVersion, idempotencyKey } = readConditions(request.headers);
    const body = readBatch(bytes, maxEntries);
    if (body.kind === 'misshapen') {
      await access.turn(caller);
      throw rejectionOf(body.explain());
    }
    const of = { siteId: site.siteId, clientId: caller.clientId };
    const usedUp = history.refusal(of, isClearing(body.batch));
    if (usedUp !== undefined) throw usedUp;
    const outcome = await store.write(applySchedules, {
      ...of,
      batchId: makeId() as BatchId,
      now: now(),
      batch: body.batch,
      ...(ifVersion === undefined ? {} : { ifVersion }),
      ...(idempotencyKey === undefined
        ? {}
        : { idempotency: { key: idempotencyKey, requestHash: hash('sha256', bytes, 'hex') } }),
    });
    options.countBatch(outcome);
    if (outcome.kind === 'accepted') {
      history.add(of, historyBytesOf(body.batch));
      options.onAccepted(site.siteId);
    }
    return answer(reply, outcome);
  });
}

// A day of quarter hours on every pair is smaller.
const LARGE_BYTES = 128 * 1_024;

// Without a length, a body may be as large as any.
function isLarge({ headers }: FastifyRequest): boolean {
  return !(Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= LARGE_BYTES);
}

function answer(reply: FastifyReply, outcome: ApplySchedulesOutput): string {
  switch (outcome.kind) {
    case 'accepted':
    case 'replayed': {
      const { batchId, accepted, version } = outcome;
      reply.code(201).header('Content-Type', 'application/json').header(HEADERS.scheduleVersion, String(version));
      if (outcome.kind === 'replayed') reply.header(HEADERS.idempotencyReplayed, 'true');
      return JSON.stringify({ batchId, accepted } satisfies CreateSchedulesBatchResponse);
    }
    default:
      throw refusalOf(outcome);
  }
}
