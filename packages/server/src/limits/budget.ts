import { setTimeout as pass } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { createFairTurns } from './fair-turns.ts';
import { createFairStarts, FAIR_STARTS } from './fair-starts.ts';
import { whenOver } from './when-over.ts';
import { dealTurns, type Turns } from '../store/deal-turns.ts';
import { TooMuch, tooMuchOf } from './too-much.ts';

/** How much of each kind of work one caller may have under way at once. */
export interface BudgetSettings {
  /** Answers that are computed: plans, headroom, what-ifs, deliveries, history. */
  readonly computedAtOnce: number;
  /** Batches that are handed to the store and not on disk yet. */
  readonly writesAtOnce: number;
  /** Open streams of events. */
  readonly streamsAtOnce: number;
  /** Requests that wait for a batch to be delivered. */
  readonly waitsAtOnce: number;
  /** Requests of one controller key that wait for a schedule. */
  readonly pollsAtOnce: number;
  /** Bodies of portfolios under way. */
  readonly largeBodiesAtOnce: number;
  /** What costs before anybody has proven who it is, by address: tokens, sessions, documents and files. */
  readonly openAtOnce: number;
  /** Reports and questions of one controller key, by either binding. */
  readonly keyCallsPerMinute: number;
  readonly keyBytesPerMinute: number;
}

const MIB = 1_024 * 1_024;

/** What of it nobody can set. */
export const FIXED_BUDGET = {
  writesAtOnce: 1_024,
  waitsAtOnce: 64,
  pollsAtOnce: 2,
  largeBodiesAtOnce: 2,
  openAtOnce: 32,
  keyBytesPerMinute: 64 * MIB,
} as const satisfies Partial<BudgetSettings>;

/** One budget of work for each caller; what is beyond it waits its turn for a while and is then refused. */
export interface Budget {
  /** Takes part of the caller's share until the answer has left, then waits for a turn to compute. */
  compute(reply: FastifyReply, caller: string): Promise<void>;
  /** The same where there is no reply: the part of the share is taken until the work is done. */
  computing<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
  /** Takes part of the caller's share of what waits for the store, until the work is done. */
  writing<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
  /** Another turn to compute, for the next part of a long answer. */
  turn(caller: string): Promise<void>;
  stream(reply: FastifyReply, caller: string): Promise<void>;
  wait(reply: FastifyReply, caller: string): Promise<void>;
  poll(reply: FastifyReply, key: string): Promise<void>;
  largeBody(reply: FastifyReply, caller: string): Promise<void>;
  /** For an answer to somebody of whom no more is known than the address. */
  open(reply: FastifyReply, address: string): Promise<void>;
  /** The same where there is no reply. */
  opening<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
  /** Waits until a controller may send another report of so many bytes, and, when it is large, for a turn. */
  report(key: string, bytes: number): Promise<void>;
  /** undefined when a cheap request may begin, else when: those of one caller that arrive together take turns. */
  begin(caller: string): Promise<void> | undefined;
}

const PATIENCE_MS = 10_000;
const MOST_WAITING = 64;
// As many as take some milliseconds.
const LARGE_REPORT_BYTES = 64 * 1_024;

export function createBudget(settings: BudgetSettings): Budget {
  const computed = patiently(settings.computedAtOnce, 'too many answers are being computed');
  const writes = patiently(settings.writesAtOnce, 'too many batches wait to be written');
  const bodies = patiently(settings.largeBodiesAtOnce, 'too many large bodies are under way');
  const streams = orNotAtAll(settings.streamsAtOnce, 'too many streams are open');
  const waits = orNotAtAll(settings.waitsAtOnce, 'too many requests wait for deliveries');
  const polls = orNotAtAll(settings.pollsAtOnce, 'too many requests wait for a schedule');
  const addresses = patiently(settings.openAtOnce, 'too many requests of this address are under way');
  const pace = { patienceMs: PATIENCE_MS };
  const calls = createPace('this key calls too often', { ...pace, perMinute: settings.keyCallsPerMinute });
  const bytes = createPace('this key sends too many bytes', { ...pace, perMinute: settings.keyBytesPerMinute });
  const turns = createFairTurns();
  const starts = createFairStarts(FAIR_STARTS);
  return {
    async compute(reply, caller) {
      await takeFor(computed, reply, caller);
      await turns.next(caller);
    },
    computing: (caller, work) =>
      during(computed, caller, async () => {
        await turns.next(caller);
        return work();
      }),
    writing: (caller, work) => during(writes, caller, work),
    turn: (caller) => turns.next(caller),
    stream: (reply, caller) => takeFor(streams, reply, caller),
    wait: (reply, caller) => takeFor(waits, reply, caller),
    async poll(reply, key) {
      await calls.take(key, 1);
      await takeFor(polls, reply, key);
    },
    open: (reply, address) => takeFor(addresses, reply, address),
    opening: (address, work) => during(addresses, address, work),
    async report(key, sent) {
      await calls.take(key, 1);
      await bytes.take(key, sent);
      if (sent > LARGE_REPORT_BYTES) await turns.next(key);
    },
    begin: (caller) => starts.next(caller),
    largeBody: (reply, caller) => takeFor(bodies, reply, caller),
  };
}

function patiently(atOnce: number, what: string): Turns {
  return dealTurns({ atOnce, waiting: MOST_WAITING, patienceMs: PATIENCE_MS }, tooMuchOf(what));
}

function orNotAtAll(atOnce: number, what: string): Turns {
  return dealTurns({ atOnce, waiting: 0, patienceMs: 0 }, tooMuchOf(what));
}

async function takeFor(turns: Turns, reply: FastifyReply, caller: string): Promise<void> {
  const giveBack = await turns.take(caller);
  whenOver(reply.raw, giveBack);
}

async function during<Result>(turns: Turns, caller: string, work: () => Promise<Result>): Promise<Result> {
  const giveBack = await turns.take(caller);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

interface PaceSettings {
  /** What a caller may use in a minute; as much as that it may use at once. */
  readonly perMinute: number;
  /** How long one may wait for its turn. */
  readonly patienceMs: number;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
  readonly wait?: (durationMs: number) => Promise<unknown>;
}

/** A rate for each caller: what is over it waits until it is not, or is refused when that would take too long. */
interface Pace {
  take(caller: string, amount: number): Promise<void>;
}

const WINDOW_MS = 60_000;
const FORGET_OVER = 1_024;

export function createPace(what: string, settings: PaceSettings): Pace {
  const { perMinute, patienceMs, now = () => performance.now(), wait = pass } = settings;
  // Until when each caller has used its share up; one that is long past counts as none.
  const usedUpTo = new Map<string, number>();
  let forgetAt = FORGET_OVER;

  function forgetPast(at: number): void {
    if (usedUpTo.size < forgetAt) return;
    for (const [caller, upTo] of usedUpTo) if (upTo <= at - WINDOW_MS) usedUpTo.delete(caller);
    forgetAt = Math.max(FORGET_OVER, usedUpTo.size * 2);
  }
  return {
    async take(caller, amount) {
      const at = now();
      const before = Math.max(usedUpTo.get(caller) ?? Number.NEGATIVE_INFINITY, at - WINDOW_MS);
      const upTo = before + (amount / perMinute) * WINDOW_MS;
      const waitMs = upTo - at;
      if (waitMs > patienceMs) throw new TooMuch(what, Math.ceil((waitMs - patienceMs) / 1_000));
      usedUpTo.set(caller, upTo);
      forgetPast(at);
      if (waitMs > 0) await wait(waitMs);
    },
  };
}
