import { randomUUID } from 'node:crypto';
import { type Assets, type Order, parseSiteId, type PoolId, type Report, type SiteId } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildHttp } from '../../http/server/build-http.ts';
import type { AuthenticateController } from '../../identity/keys/authenticate-controller.ts';
import { isKeyLive } from '../../identity/keys/find-controller-key.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import { createRateLimit } from '../../limits/rate-limit.ts';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { createSiteSignals } from '../../platform/site-signals.ts';
import { type StandingOrder, standingOrder } from '../../pools/signals/standing-order.ts';
import { assetsFromText } from '../../sites/assets-from-text.ts';
import type { Store } from '../../store/store.ts';
import { gatewayMetrics } from '../gateway-metrics.ts';
import { httpsBinding } from '../https/https-binding.ts';
import type { Certificate } from '../../door/tls-options.ts';
import { type MqttGateway, openMqttGateway } from '../mqtt/mqtt-binding.ts';
import { endSession } from '../reports/end-session.ts';
import { recordReport, type RecordReportInput, type RecordReportOutput } from '../reports/record-report.ts';
import type { Snapshots } from '../snapshots/remember-snapshots.ts';
import { recordProtocolError } from '../troubles/record-trouble.ts';
import type { Write } from '../../store/define-write.ts';
import type { Transaction } from '../../store/tx.ts';

interface WrittenSchedule {
  readonly revision: string;
  readonly text: string;
}

/** A sound report: as it came, and what the gateway reads in it. */
export interface TakenIn extends Pick<RecordReportInput, 'session' | 'sequence' | 'revision'> {
  readonly came: Report;
  /** Left out when the report left the devices out. */
  readonly assets?: Assets;
}

/** What stands in place of the store. */
export interface SiteAnswers {
  /** What the controller should have. */
  schedule(): WrittenSchedule;
  /** Whether none is sent, whatever the controller has. */
  isScheduleKept(): boolean;
  /** Whether a controller gets in, with the key of the site or with another. */
  letsIn(isItsKey: boolean): boolean;
  /** A report is acknowledged when this resolves. */
  acknowledge(): Promise<void>;
  onReport(report: TakenIn): void;
  onProtocolError(reason: string): void;
}

type GivenOrder = Pick<Order, 'kW' | 'sequence'> & { readonly poolId: PoolId; readonly validUntil: number };

/** The product's own gateway for one site, as a script has it. */
export interface SiteGateway {
  readonly siteId: SiteId;
  readonly controllerKey: string;
  /** Tells the controller that its schedule is another. */
  tellSchedule(): void;
  /** Makes this the order of the site, and tells it. */
  giveOrder(order: GivenOrder): void;
  openMqtt(): Promise<MqttGateway>;
  /** What is asked of it before the gateway sees it is for the caller to add. */
  openHttps(certificate: Certificate | undefined, addFirst: (app: FastifyInstance) => void): FastifyInstance;
  stop(): void;
}

const NEVER_ENDS_MS = 86_400_000;
const NO_BUDGET = { poll: () => Promise.resolve(), report: () => Promise.resolve() };

export function openSiteGateway(answers: SiteAnswers): SiteGateway {
  const signals = createSiteSignals();
  const { text: controllerKey } = makeSecret('sck_');
  const siteId = newSiteId();
  const orders = standingOrders();
  const authenticateController: AuthenticateController = (key) =>
    Promise.resolve(
      answers.letsIn(key === controllerKey)
        ? { kind: 'controller', controller: { siteId, keyId: 'conformance', endsAt: Date.now() + NEVER_ENDS_MS } }
        : { kind: 'unknown' },
    );
  const serving = {
    onReport: (came: Report, stored: RecordReportInput) => answers.onReport(takenIn(came, stored)),
    store: storeThat(answers),
    signals,
    orders,
    metrics: gatewayMetrics(createMetrics()),
    snapshots: snapshotsOf(answers),
    authenticateController,
    budget: NO_BUDGET,
    failures: createRateLimit({ perMinute: Number.POSITIVE_INFINITY, now: Date.now }),
    clockOffsets: new Map(),
    now: Date.now,
  };

  return {
    siteId,
    controllerKey,
    tellSchedule: () => signals.send(siteId, 'schedule'),
    giveOrder(order) {
      orders.give(order);
      signals.send(siteId, 'order');
    },
    openMqtt: () => openMqttGateway({ ...serving, onFailure: () => undefined }),
    openHttps(certificate, addFirst) {
      const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: certificate });
      addFirst(app);
      httpsBinding(app, serving);
      return app;
    },
    stop: () => signals.stop(),
  };
}

function storeThat(answers: SiteAnswers): Store {
  return scriptedStore([
    answering(isKeyLive, () => Promise.resolve(true)),
    answering(endSession, () => Promise.resolve({ isCurrent: true })),
    answering(recordReport, async (): Promise<RecordReportOutput> => {
      await answers.acknowledge();
      return { kind: 'counted', revision: answers.schedule().revision };
    }),
    answering(recordProtocolError, ({ reason }) => Promise.resolve(answers.onProtocolError(reason))),
  ]);
}

function snapshotsOf(answers: SiteAnswers): Snapshots {
  function of() {
    const { revision, text } = answers.schedule();
    return Promise.resolve(answers.isScheduleKept() ? undefined : { revision, bytes: Buffer.from(text) });
  }
  return { revisionOf: () => Promise.resolve(answers.schedule().revision), of, anew: of };
}

function takenIn(came: Report, { session, sequence, revision, devices }: RecordReportInput): TakenIn {
  const assets = devices === undefined ? {} : { assets: assetsFromText(devices.assets) };
  return { came, session, sequence, revision, ...assets };
}

/** The order of the site, once there was one. */
function standingOrders() {
  let last: StandingOrder | undefined;
  return {
    of: () => (last === undefined ? [] : [last]),
    give({ poolId, kW, sequence, validUntil }: GivenOrder): void {
      const at = Date.now();
      const order = { service: 'afrr', poolId, sequence, watts: Math.round(kW * 1_000), at, validUntil } as const;
      last = standingOrder(order, last, at);
    },
  };
}

function newSiteId(): SiteId {
  const siteId = parseSiteId(randomUUID());
  if (siteId === undefined) throw new Error('A UUID is a site id.');
  return siteId;
}

type Answer = (input: unknown) => Promise<unknown>;

/** An answer to one transaction, whichever way it is asked for. */
interface Scripted {
  readonly to: unknown;
  readonly answer: Answer;
}

/** The answer has the types of the transaction, and only that asks for it. */
function answering<Input, Output>(
  to: Write<Input, Output> | Transaction<Input, Output>,
  answer: (input: Input) => Promise<Output>,
): Scripted {
  return { to, answer: answer as Answer };
}

/** A store that remembers nothing and answers from a script. */
function scriptedStore(script: readonly Scripted[]): Store {
  function ask<Output>(asked: unknown, input: unknown): Promise<Output> {
    const found = script.find(({ to }) => to === asked);
    if (found === undefined) throw new Error('The script has no answer to this.');
    return found.answer(input) as Promise<Output>;
  }
  return { write: ask, read: ask, waitingWrites: () => 0, close: () => Promise.resolve() };
}
