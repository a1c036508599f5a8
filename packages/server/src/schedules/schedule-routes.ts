import { hash } from 'node:crypto';
import {
  type BatchId,
  type CreateSchedulesBatchResponse,
  HEADERS,
  PATHS,
  type SiteId,
  type SplicedSchedules,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CountBatch } from './count-batches.ts';
import { type ApplySchedulesOutput, applySchedules } from './apply-schedules.ts';
import type { Budget } from '../identity/budget.ts';
import type { HistoryShare } from '../identity/history-share.ts';
import { isClearing } from './history-bytes-of.ts';
import type { Access } from '../access/access.ts';
import { noAccess } from '../access/refusals.ts';
import { namelessActorOf } from '../identity/actor-of.ts';
import type { Caller } from '../identity/caller.ts';
import type { Store } from '../store/store.ts';
import { type BatchKind, readBatch, rejectionOf } from './read-batch.ts';
import { readBody } from '../http/read-body.ts';
import { readQuery } from '../http/read-query.ts';
import { readConditions } from '../http/read-conditions.ts';
import { mayNameDay, readTimeZone } from './read-time-zone.ts';
import { isSet, refusalOf, refuseWhenBusy, type SetBatch } from './refusal-of.ts';

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
  const { access, store, maxWaitingWrites } = options;

  app.post(PATHS.schedules, async (request, reply) => {
    refuseWhenBusy(store, maxWaitingWrites);
    const { caller, site } = await access.publicSite(request, 'schedules:write');
    const outcome = await setBatch(options, { request, reply, caller, siteId: site.siteId, kind: 'whole' });
    const { batchId, accepted } = answered(reply, outcome);
    return JSON.stringify({ batchId, accepted } satisfies CreateSchedulesBatchResponse);
  });

  app.patch(PATHS.fleetSiteSchedules, async (request, reply) => {
    refuseWhenBusy(store, maxWaitingWrites);
    const caller = await access.caller(request, 'schedules:write');
    const { site, canSchedule } = await access.site(caller, request);
    if (!canSchedule) throw noAccess();
    readQuery(request, []);
    const outcome = await setBatch(options, { request, reply, caller, siteId: site.siteId, kind: 'splice' });
    const { batchId, accepted, dropped = 0 } = answered(reply, outcome);
    return JSON.stringify({ batchId, accepted, dropped } satisfies SplicedSchedules);
  });
}

interface BatchRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly siteId: SiteId;
  readonly kind: BatchKind;
}

async function setBatch(
  options: ScheduleRoutes,
  { request, reply, caller, siteId, kind }: BatchRequest,
): Promise<ApplySchedulesOutput> {
  const { access, budget, history, store, now, makeId, maxBodyBytes, maxEntries } = options;
  if (isLarge(request)) await budget.largeBody(reply, caller.clientId);
  const bytes = await readBody(request, maxBodyBytes);
  if (bytes.length > LARGE_BYTES) await access.turn(caller);
  const { ifVersion, idempotencyKey } = readConditions(request.headers);
  const isLocal = kind === 'splice' && mayNameDay(bytes);
  const timeZone = isLocal ? await store.read(readTimeZone, { siteId }) : undefined;
  const body = readBatch(bytes, { maxEntries, kind, timeZone });
  if (body.kind === 'misshapen') {
    await access.turn(caller);
    throw rejectionOf(body.explain());
  }
  const of = { siteId, clientId: caller.clientId };
  const usedUp = history.refusal(of, isClearing(body.batch));
  if (usedUp !== undefined) throw usedUp;
  const outcome = await store.write(applySchedules, {
    ...of,
    actor: namelessActorOf(caller),
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
    history.add(of, outcome.historyBytes);
    options.onAccepted(siteId);
  }
  return outcome;
}

// A day of quarter hours on every pair is smaller.
const LARGE_BYTES = 128 * 1_024;

// Without a length, a body may be as large as any.
function isLarge({ headers }: FastifyRequest): boolean {
  return !(Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= LARGE_BYTES);
}

/** Writes the head of the answer to a batch that was set; throws for any other. */
function answered(reply: FastifyReply, outcome: ApplySchedulesOutput): SetBatch {
  if (!isSet(outcome)) throw refusalOf(outcome);
  reply.code(201).header('Content-Type', 'application/json').header(HEADERS.scheduleVersion, String(outcome.version));
  if (outcome.kind === 'replayed') reply.header(HEADERS.idempotencyReplayed, 'true');
  return outcome;
}
