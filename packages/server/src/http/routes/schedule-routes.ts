import { hash } from 'node:crypto';
import {
  AppError,
  type BatchId,
  CreateSchedulesBatchRequest,
  type CreateSchedulesBatchResponse,
  HEADERS,
  PATHS,
  type SiteId,
} from '@setpoint/contract';
import { describeProblems, parseBatch, type ParsedBatch, type Problem } from '@setpoint/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../../ops/metrics.ts';
import type { ApplySchedulesOutput } from '../../store/transactions/apply-schedules.ts';
import { type Identity, siteOrThrow } from '../authorize.ts';
import { shapeOf } from '../check-shape.ts';
import { parseJson } from '../parse-json.ts';
import { readBody } from '../read-body.ts';
import { readConditions } from '../read-conditions.ts';

export interface ScheduleRoutes extends Identity {
  readonly now: () => number;
  readonly makeId: () => string;
  readonly metrics: Metrics;
  readonly maxBodyBytes: number;
  readonly maxEntries: number;
  readonly maxWaitingWrites: number;
  /** Told of every batch that changed a site, once it is durable. */
  readonly onAccepted: (siteId: SiteId) => void;
}

const shapeOfRequest = shapeOf(CreateSchedulesBatchRequest);

/** Setting schedules: one batch for one site, all or nothing. */
export function scheduleRoutes(app: FastifyInstance, options: ScheduleRoutes): void {
  const { store, now, makeId, metrics, maxBodyBytes, maxEntries } = options;

  app.post(PATHS.schedules, async (request, reply) => {
    refuseWhenBusy(options);
    const { caller, site } = await siteOrThrow(options, request, 'schedules:write');
    const bytes = await readBody(request, maxBodyBytes);
    const { ifVersion, idempotencyKey } = readConditions(request.headers);
    const batch = batchOf(parseJson(bytes), maxEntries);
    const outcome = await store.write('applySchedules', {
      siteId: site.siteId,
      clientId: caller.clientId,
      batchId: makeId() as BatchId,
      now: now(),
      batch,
      ...(ifVersion === undefined ? {} : { ifVersion }),
      ...(idempotencyKey === undefined
        ? {}
        : { idempotency: { key: idempotencyKey, requestHash: hash('sha256', bytes, 'hex') } }),
    });
    metrics.countBatch(outcome);
    if (outcome.kind === 'accepted') options.onAccepted(site.siteId);
    return answer(reply, outcome);
  });
}

function refuseWhenBusy({ store, maxWaitingWrites }: ScheduleRoutes): void {
  if (store.waitingWrites() < maxWaitingWrites) return;
  throw new AppError('service_unavailable', 'more batches are waiting than can be taken; try again shortly');
}

// A body of the wrong shape goes no further: there is nothing in it that the other rules could be asked of.
function batchOf(body: unknown, maxEntries: number): ParsedBatch {
  const shape = shapeOfRequest(body);
  if (shape.kind === 'valid') return parseBatch(shape.value, maxEntries);
  throw rejection(shape.faults.map((fault) => ({ rule: 'schema', ...fault })));
}

function rejection(problems: readonly Problem[]): AppError {
  return new AppError('bad_request', describeProblems(problems));
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

function refusalOf(outcome: Exclude<ApplySchedulesOutput, { kind: 'accepted' | 'replayed' }>): AppError {
  switch (outcome.kind) {
    case 'rejected':
      return rejection(outcome.problems);
    case 'version_differs':
      return new AppError('precondition_failed', `the schedule of this site is at version ${outcome.version} now`);
    case 'key_reused':
      return new AppError('idempotency_conflict', `this ${HEADERS.idempotencyKey} was used for another request`);
    case 'site_missing':
      return new AppError('not_found', 'there is no such site');
  }
}
