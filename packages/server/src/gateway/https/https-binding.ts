import { instantText, ordersInForce } from '@setpoint/core';
import { AppError, MAX_HORIZON_HOURS, type OrderList, type ReportAnswer } from '@setpoint/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticateController, Authenticated, Controller } from '../../identity/keys/authenticate-controller.ts';
import { shownCertificate } from '../../door/shown-certificate.ts';
import { tooMany } from '../../limits/too-many.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Budget } from '../../limits/budget.ts';
import { noteSender } from '../../http/server/note-sender.ts';
import { readBody } from '../../http/read/read-body.ts';
import { readQuery } from '../../http/read/read-query.ts';
import { compressed, isKnownTag } from '../../http/send/send-tagged.ts';
import { placeOperation } from '../../serving/place-operation.ts';
import { createOrderPolls, type OrderPolls } from './order-polls.ts';
import { type Poll, type Polled, type Polling, pollSchedule } from './poll-schedule.ts';
import { MAX_REPORT_BYTES, type ReportAccepting, acceptReport } from '../reports/accept-report.ts';
import type { SiteTroubles } from '../troubles/site-troubles.ts';
import type { Snapshots } from '../snapshots/remember-snapshots.ts';
import { endSession } from '../reports/end-session.ts';
import { isKeyLive } from '../../identity/keys/find-controller-key.ts';
import { askUntil, type Asked } from '../../platform/ask-until.ts';
import { ordersToTell } from '../../pools/signals/standing-order.ts';
import { createOrderWriter } from '../snapshots/create-order-writer.ts';

export interface HttpsBinding extends ReportAccepting {
  readonly snapshots: Snapshots;
  readonly authenticateController: AuthenticateController;
  /** Failed authentications by address. */
  readonly failures: RateLimit;
  readonly troubles?: SiteTroubles;
  readonly budget: Pick<Budget, 'poll' | 'report'>;
}

const LONGEST_WAIT_SECONDS = 55;

type Unfit = Extract<Authenticated, { readonly kind: 'unfit' }>;

/** The controller protocol over HTTPS; the key of a request names its site. */
export function httpsBinding(app: FastifyInstance, binding: HttpsBinding): void {
  const { store, now, budget } = binding;
  const orderPolls = createOrderPolls(binding);
  pollingRoutes(app, binding, orderPolls);

  placeOperation(app, 'sendReport', async (request): Promise<ReportAnswer> => {
    const receivedAt = now();
    const { siteId, keyId } = await controllerOrThrow(binding, request);
    readQuery(request, []);
    const bytes = await readBody(request, MAX_REPORT_BYTES);
    await budget.report(keyId, bytes.length);
    const accepted = await acceptReport(binding, siteId, {
      bytes,
      receivedAt,
      hearsOrders: () => orderPolls.isHeard(siteId),
    });
    if (accepted.kind === 'malformed') throw new AppError('bad_request', accepted.reason);
    if (accepted.kind === 'site_missing') throw unauthorized();
    if (accepted.isReplaced) binding.troubles?.tookOver(siteId);
    return { revision: accepted.revision, serverTime: instantText(now()) };
  });

  placeOperation(app, 'endControllerSession', async (request, reply) => {
    const { siteId, keyId } = await controllerOrThrow(binding, request);
    readQuery(request, []);
    await budget.report(keyId, 0);
    const { session } = request.params as { session: string };
    await store.write(endSession, { siteId, session, now: now() });
    reply.code(204);
  });
}

function pollingRoutes(app: FastifyInstance, binding: HttpsBinding, orderPolls: OrderPolls): void {
  const { metrics, signals, budget } = binding;

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => (controller: Controller, poll: Poll) => Promise<Polled>,
  ): Promise<Answered> {
    const controller = await controllerOrThrow(binding, request);
    const ask = read();
    const poll = pollOf(request.headers);
    await budget.poll(reply, controller.keyId);
    const polled = await ask(controller, poll);
    if (polled.kind === 'site_missing') throw unauthorized();
    // Else a poll that was answered because the service stops would keep its connection, and the service, for a while.
    if (signals.isStopped()) reply.header('Connection', 'close');
    return polled;
  }

  placeOperation(app, 'getControllerSchedule', async (request, reply) => {
    const polled = await answer(request, reply, () => {
      const horizonHours = readHorizon(readQuery(request, ['horizonHours']).horizonHours);
      return (controller, poll) => {
        metrics.countPolls(1);
        return pollSchedule(binding, controller, { ...poll, horizonHours }).finally(() => metrics.countPolls(-1));
      };
    });
    if (polled.kind === 'snapshot') metrics.countSnapshot('https');
    return sendPolled(request, reply, polled);
  });

  placeOperation(app, 'getControllerOrder', async (request, reply) => {
    const polled = await answer(request, reply, () => {
      readQuery(request, []);
      return (controller, poll) => {
        orderPolls.note(controller.siteId);
        return pollOrders(binding, controller, poll);
      };
    });
    if (polled.kind === 'snapshot') metrics.countOrder('https');
    return sendPolled(request, reply, polled);
  });
}

/** Answers with the orders of a site as soon as they are others than the controller has, or when the wait is over. */
export async function pollOrders(
  polling: Omit<Polling, 'snapshots'>,
  { siteId, keyId, endsAt, thumbprint }: Controller,
  { isKnown = () => false, waitMs }: Pick<Poll, 'isKnown' | 'waitMs'>,
): Promise<Polled> {
  const { store, orders, now } = polling;
  const timeoutMs = Math.max(0, Math.min(waitMs, endsAt - now()));
  return askUntil({ ...polling, siteId, timeoutMs }, async (): Promise<Asked<Polled>> => {
    if (!(await store.read(isKeyLive, { keyId, thumbprint })))
      return { isReached: true, value: { kind: 'site_missing' } };
    const at = now();
    const standing = ordersInForce(orders?.of(siteId) ?? [], at);
    const body: OrderList = { orders: standing.flatMap((order) => ordersToTell(order, at)).map(createOrderWriter()) };
    const bytes = Buffer.from(JSON.stringify(body));
    const revision = `o-${hash('sha256', bytes).slice(0, 16)}`;
    if (isKnown(revision)) return { isReached: timeoutMs === 0, value: { kind: 'unchanged', revision } };
    return { isReached: true, value: { kind: 'snapshot', revision, bytes } };
  });
}

type Answered = Exclude<Polled, { readonly kind: 'site_missing' }>;

/** Answers a poll: with the snapshot under the name of its revision, or with 304. */
function sendPolled(
  request: FastifyRequest,
  reply: FastifyReply,
  polled: Answered,
): Buffer | Promise<Buffer> | FastifyReply {
  const tag = `"${polled.revision}"`;
  reply.header('Vary', 'Accept-Encoding');
  if (polled.kind === 'unchanged') return reply.header('ETag', tag).code(304).send();
  reply.header('Content-Type', 'application/json');
  const packed = compressed(request, polled.bytes);
  // RFC 9110 §8.8.3: the same schedule in other bytes, which a weak tag says.
  reply.header('ETag', packed === undefined ? tag : `W/${tag}`);
  if (packed === undefined) return polled.bytes;
  reply.header('Content-Encoding', 'gzip');
  return packed;
}

function readHorizon(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const hours = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Infinity;
  if (hours > MAX_HORIZON_HOURS) {
    throw new AppError('bad_request', `horizonHours must be a whole number from 1 to ${MAX_HORIZON_HOURS}`);
  }
  return hours;
}

function pollOf({ prefer, 'if-none-match': known }: IncomingHttpHeaders): Poll {
  const isKnown = known === undefined ? undefined : (revision: string) => isKnownTag(known, `"${revision}"`);
  return { isKnown, waitMs: readWaitSeconds(prefer) * 1_000 };
}

// RFC 7240: a preference that cannot be understood is none.
function readWaitSeconds(prefer: string | string[] | undefined): number {
  const [, seconds] = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?/i.exec([prefer ?? ''].flat().join(',')) ?? [];
  return Math.min(Number(seconds ?? 0), LONGEST_WAIT_SECONDS);
}

async function controllerOrThrow(binding: HttpsBinding, request: FastifyRequest): Promise<Controller> {
  const { headers } = request;
  const key = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const shown = shownCertificate(request.raw.socket);
  const found = key === undefined ? undefined : await binding.authenticateController(key, shown);
  if (found?.kind !== 'controller') throw refuse(binding, request, found?.kind === 'unfit' ? found : { key });
  const { controller } = found;
  request.payer = controller.keyId;
  noteSender(request, `key ${controller.keyId}`, { kind: 'controller', id: controller.siteId });
  return controller;
}

type RefusedKey = Pick<Unfit, 'siteId' | 'reason'> | { readonly key: string | undefined };

function refuse({ failures, troubles }: HttpsBinding, request: FastifyRequest, refused: RefusedKey): AppError {
  if ('reason' in refused) request.refusedFor = refused.reason;
  if (!failures.take(request.ip)) return tooMany('failures');
  if ('reason' in refused) troubles?.refusedLogin(refused.siteId, refused.reason);
  else if (refused.key !== undefined) troubles?.refusedKey(refused.key);
  return unauthorized();
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'a valid controller key is required: Authorization: Bearer <key>');
}
