import { hash } from 'node:crypto';
import { type BatchId, type CreateSchedulesBatchResponse, HEADERS, LIMITS, type SiteId } from '@setpoint/contract';
import type { ParsedBatch } from '@setpoint/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CountBatch } from './count-batches.ts';
import { type ApplySchedulesOutput, applySchedules } from './apply-schedules.ts';
import type { Budget } from '../limits/budget.ts';
import type { WriteQuota } from '../limits/write-quota.ts';
import { isClearing } from './history-bytes-of.ts';
import type { Access } from '../access/access.ts';
import { actorOf } from '../identity/actor-of.ts';
import { nameless } from '../trail/nameless.ts';
import { type BatchKind, rejectionOf } from './read-batch.ts';
import { type CsvQuery, readCsvQuery } from './read-csv-batch.ts';
import { readWrittenBatch } from './read-written-batch.ts';
import { isCsv, LARGE_BODY_BYTES, readBody, readJsonOrCsv } from '../http/read/read-body.ts';
import { readQuery } from '../http/read/read-query.ts';
import { readConditions } from '../http/read/read-conditions.ts';
import type { Admitted } from '../serving/asked.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { windowOf } from './window-of.ts';
import { isSet, refusalOf, refuseWhenBusy, type SetBatch } from './refusal-of.ts';

export interface ScheduleRoutes extends StoreAndClock {
  readonly access: Access;
  readonly budget: Pick<Budget, 'largeBody' | 'writing'>;
  readonly history: Pick<WriteQuota, 'refusal' | 'add'>;
  readonly makeId: () => string;
  readonly countBatch: CountBatch;
  /** Told of every batch that changed a site, once it is durable. */
  readonly onAccepted: (siteId: SiteId) => void;
}

/** Setting schedules: one batch for one site, all or nothing. */
export function scheduleRoutes(serve: Serve, options: ScheduleRoutes): void {
  const first = () => refuseWhenBusy(options.store);

  serve.raw(
    'setSchedules',
    async (given) => {
      const { outcome } = await setBatch(options, given, 'whole');
      const { batchId, accepted } = answered(given.reply, outcome);
      return JSON.stringify({ batchId, accepted } satisfies CreateSchedulesBatchResponse);
    },
    { first },
  );

  serve.raw(
    'spliceSchedules',
    async (given) => {
      const { outcome, batch } = await setBatch(options, given, 'splice');
      const { batchId, accepted, dropped = 0 } = answered(given.reply, outcome);
      return JSON.stringify({ batchId, accepted, dropped, window: windowOf(batch) });
    },
    { first },
  );
}

type BatchRequest = Pick<Admitted<'setSchedules'>, 'request' | 'reply' | 'caller' | 'site' | 'turn'>;

async function setBatch(
  options: ScheduleRoutes,
  { request, reply, caller, site: { siteId }, turn }: BatchRequest,
  kind: BatchKind,
): Promise<{ readonly outcome: ApplySchedulesOutput; readonly batch: ParsedBatch }> {
  const { budget, history, store, now, makeId } = options;
  if (isLarge(request)) await budget.largeBody(reply, caller.clientId);
  const { bytes, query } = await readSent(request, kind);
  if (bytes.length > LARGE_BODY_BYTES) await turn();
  const { ifVersion, idempotencyKey } = readConditions(request.headers);
  const body = await readWrittenBatch({ store, siteId }, { bytes, query, kind });
  if (body.kind === 'misshapen') {
    await turn();
    throw rejectionOf(body.explain());
  }
  const of = { siteId, clientId: caller.clientId };
  const usedUp = history.refusal(of, isClearing(body.batch));
  if (usedUp !== undefined) throw usedUp;
  const input = {
    ...of,
    actor: nameless(actorOf(caller)),
    batchId: makeId() as BatchId,
    now: now(),
    batch: body.batch,
    ...(ifVersion === undefined ? {} : { ifVersion }),
    ...(idempotencyKey === undefined
      ? {}
      : { idempotency: { key: idempotencyKey, requestHash: hashOf(kind, bytes, query) } }),
  };
  const outcome = await budget.writing(caller.clientId, () => store.write(applySchedules, input));
  options.countBatch(outcome);
  if (outcome.kind === 'rejected')
    return { batch: body.batch, outcome: { ...outcome, problems: body.told(outcome.problems) } };
  if (outcome.kind === 'accepted') {
    history.add(of, outcome.historyBytes);
    options.onAccepted(siteId);
  }
  return { outcome, batch: body.batch };
}

interface SentBody {
  readonly bytes: Buffer;
  /** Of a body in CSV. */
  readonly query: CsvQuery | undefined;
}

async function readSent(request: FastifyRequest, kind: BatchKind): Promise<SentBody> {
  if (kind !== 'splice') return { bytes: await readBody(request, LIMITS.maxBodyBytes), query: undefined };
  const query = spliceQuery(request);
  return { bytes: await readJsonOrCsv(request, LIMITS.maxBodyBytes), query };
}

function spliceQuery(request: FastifyRequest): CsvQuery | undefined {
  if (isCsv(request)) return readCsvQuery(request);
  readQuery(request, []);
  return undefined;
}

// The call, and what a file does not say, are part of the request that a key stands for.
function hashOf(kind: BatchKind, bytes: Buffer, query: CsvQuery | undefined): string {
  if (query === undefined && kind === 'whole') return hash('sha256', bytes, 'hex');
  const named = Object.entries(query ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', Buffer.concat([Buffer.from(`${JSON.stringify(named)}\n`), bytes]), 'hex');
}

// Without a length, a body may be as large as any.
function isLarge({ headers }: FastifyRequest): boolean {
  return !(Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= LARGE_BODY_BYTES);
}

/** Writes the head of the answer to a batch that was set; throws for any other. */
function answered(reply: FastifyReply, outcome: ApplySchedulesOutput): SetBatch {
  if (!isSet(outcome)) throw refusalOf(outcome);
  reply.code(201).header('Content-Type', 'application/json').header(HEADERS.scheduleVersion, String(outcome.version));
  if (outcome.kind === 'replayed') reply.header(HEADERS.idempotencyReplayed, 'true');
  return outcome;
}
