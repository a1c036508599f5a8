import type { EventTail } from '../events/event-tail.ts';
import { onNews } from '../events/on-news.ts';
import { compareEventPositions, type EventPosition } from '../events/read-events.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import { attemptNext, type WebhookFeeding } from './attempt-next.ts';
import { listAllWebhooks, type StoredWebhook } from './read-webhook.ts';
import { isBehind, webhookMetrics } from './webhook-metrics.ts';

// For what changed at a webhook on another node.
const LOOK_EVERY_MS = 5_000;
const LOOK_WHETHER_CHOSEN_MS = 1_000;
const AGAIN_AFTER_FAILURE_MS = 1_000;
// While there are no webhooks, news is worth a look now and then: somebody may have made one.
const REST_WITHOUT_MS = 100;
// A receiver that takes no longer than most is not sent again what it took while the service stopped.
const STOP_WAITS_MS = 2_000;

export interface WebhookOptions extends WebhookFeeding {
  readonly tail: EventTail;
  readonly metrics: Metrics;
  readonly share: AttemptShare;
  /** Waits until it is a client's turn: the work of an attempt is done between other work. */
  readonly turn: (sharer: string) => Promise<void>;
  /** Whether this node does it: one node does it for all. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Sends the events of the log: to each webhook in order, one at a time, and no client or alert waits for another. */
export function feedWebhooks({ isChosen, onFailure, metrics, share, turn, ...feeding }: WebhookOptions) {
  const { store, tail, now } = feeding;
  const running = new Map<string, StoredWebhook>();
  const progress = createProgress();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isOver = false;
  const underWay = workUnderWay();
  let areThereAny = true;

  async function run(webhook: StoredWebhook): Promise<void> {
    running.set(webhook.webhookId, webhook);
    progress.begin(webhook);
    try {
      await turn(sharerOf(webhook));
      const outcome = await attemptNext({ ...feeding, countAttempt, isOver: () => isOver }, webhook);
      // Looked at again with the next news, and not at once for ever.
      if (outcome.kind === 'nothing') return;
      if (outcome.kind === 'reached') progress.reach(webhook, outcome.position);
    } finally {
      running.delete(webhook.webhookId);
    }
    look();
  }

  /** Answers with when the next attempt is due, in ms from now. */
  async function lookOnce(): Promise<number> {
    if (!(await isChosen())) return LOOK_WHETHER_CHOSEN_MS;
    // What is read while an attempt is being noted may tell of the time before it.
    const busy = new Set(running.keys());
    const webhooks = await listPlaced();
    progress.keepOnly(webhooks);
    areThereAny = webhooks.length > 0;
    const at = now();
    const isDue = ({ webhookId, isParked, nextAt }: StoredWebhook) => !isParked && nextAt <= at && !busy.has(webhookId);
    const waiting = webhooks.filter((one) => isDue(one) && isBehind(one, tail));
    for (const webhook of dealAttempts(progress.inTurn(waiting), running.values(), share))
      underWay.add(run(webhook).catch(fail));
    const later = webhooks.flatMap(({ isParked, nextAt }) => (!isParked && nextAt > at ? nextAt - at : []));
    return Math.min(LOOK_EVERY_MS, ...later);
  }

  const fail = (cause: unknown): undefined => void (isStopped || onFailure(cause));
  const listPlaced = async () => (await store.read(listAllWebhooks, {})).map(progress.withPlace);
  const list = async () => ((await isChosen()) ? listPlaced() : undefined);
  const { countAttempt } = webhookMetrics(metrics, { ...feeding, list });
  const look = oneAtATime(async () => {
    if (isStopped) return;
    const waitMs = await lookOnce().catch(fail);
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(look, waitMs ?? AGAIN_AFTER_FAILURE_MS).unref();
  });
  const seldom = atMostEvery(REST_WITHOUT_MS, look);
  void onNews(tail, () => (areThereAny ? look() : seldom.look()));
  look();
  return {
    /** Says that something may be due. */
    look,
    /** What is under way is waited for, but not for long: after that it is noted no more, and sent again. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      seldom.stop();
      await underWay.settledWithin(STOP_WAITS_MS);
      isOver = true;
    },
  };
}

function workUnderWay() {
  const works = new Set<Promise<void>>();
  return {
    add(work: Promise<void>): void {
      works.add(work);
      void work.then(() => works.delete(work));
    },
    async settledWithin(ms: number): Promise<void> {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, ms);
      await Promise.race([Promise.all(works), late.promise]);
      clearTimeout(timer);
    },
  };
}

function atMostEvery(restMs: number, look: () => void) {
  let resting: NodeJS.Timeout | undefined;
  return {
    look(): void {
      resting ??= setTimeout(() => {
        resting = undefined;
        look();
      }, restMs).unref();
    },
    stop: () => clearTimeout(resting),
  };
}

/** Runs something again and again, never twice at once: asked while it runs, it runs once more. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false;
  let isAsked = false;
  return function ask(): void {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    isAsked = false;
    void run().finally(() => {
      isRunning = false;
      if (isAsked) ask();
    });
  };
}

interface Known {
  /** How far it was looked through without finding anything for it, since which replay. */
  readonly passed?: { readonly turn: number; readonly position: EventPosition };
  /** The number of its last attempt among those of all. */
  readonly begun: number;
}

/** What is known of webhooks beside what is stored: how far they were looked through, and whose turn it is. */
function createProgress() {
  const progress = new Map<string, Known>();
  let attempts = 0;

  function placeOf({ webhookId, turn, position }: StoredWebhook): EventPosition {
    const passed = progress.get(webhookId)?.passed;
    const isFurther = passed?.turn === turn && compareEventPositions(passed.position, position) > 0;
    return isFurther ? passed.position : position;
  }

  function begunOf({ webhookId }: StoredWebhook): number {
    return progress.get(webhookId)?.begun ?? 0;
  }
  return {
    begin({ webhookId }: StoredWebhook): void {
      attempts += 1;
      progress.set(webhookId, { ...progress.get(webhookId), begun: attempts });
    },
    reach(webhook: StoredWebhook, position: EventPosition): void {
      const passed = { turn: webhook.turn, position };
      progress.set(webhook.webhookId, { begun: begunOf(webhook), passed });
    },
    withPlace: (webhook: StoredWebhook): StoredWebhook => ({ ...webhook, position: placeOf(webhook) }),
    /** Those that waited longest first. */
    inTurn: (webhooks: readonly StoredWebhook[]): StoredWebhook[] =>
      [...webhooks].sort((one, other) => begunOf(one) - begunOf(other)),
    /** Forgets those that are no longer there. */
    keepOnly(webhooks: readonly StoredWebhook[]): void {
      const known = new Set(webhooks.map(({ webhookId }) => webhookId));
      for (const webhookId of progress.keys()) if (!known.has(webhookId)) progress.delete(webhookId);
    },
  };
}

/** What a client may have under way at once. */
interface AttemptShare {
  readonly atOnce: number;
}

type Underway = Pick<StoredWebhook, 'webhookId' | 'clientId' | 'attempt'>;

/** Whose share it is: a client's, or the alert's own. */
function sharerOf({ clientId, webhookId }: Pick<StoredWebhook, 'clientId' | 'webhookId'>): string {
  return clientId ?? webhookId;
}

/**
 * Which of those that have something to send do it now. Each client and each alert has its own share, so that nobody
 * waits for another's; within it those that fail have half, so that what works does not wait for what does not.
 */
export function dealAttempts(
  waiting: readonly StoredWebhook[],
  underway: Iterable<Underway>,
  { atOnce }: AttemptShare,
): StoredWebhook[] {
  const taken = new Map<string, { all: number; failing: number }>();
  const take = (webhook: Underway): void => {
    const { all, failing } = taken.get(sharerOf(webhook)) ?? { all: 0, failing: 0 };
    taken.set(sharerOf(webhook), { all: all + 1, failing: failing + (webhook.attempt > 0 ? 1 : 0) });
  };
  for (const one of underway) take(one);
  return waiting.filter((webhook) => {
    const { all, failing } = taken.get(sharerOf(webhook)) ?? { all: 0, failing: 0 };
    const isOver = all >= atOnce || (webhook.attempt > 0 && failing >= Math.ceil(atOnce / 2));
    if (!isOver) take(webhook);
    return !isOver;
  });
}
