import type { Report } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { exchangeState } from './exchange-state.ts';
import { createScheduleInForce } from './schedule-in-force.ts';
import type { LinkHandlers } from './link.ts';
import { keepNowhere } from './snapshot-keeping.ts';

/** A clock that passes when it is told to, with what is due at each instant. */
function timingByHand() {
  let atMs = 0;
  let due: { atMs: number; act: () => void }[] = [];
  return {
    elapsedMs: () => atMs,
    random: () => 0,
    after: (durationMs: number, act: () => void) => {
      const one = { atMs: atMs + durationMs, act };
      due.push(one);
      return () => {
        due = due.filter((other) => other !== one);
      };
    },
    pace: 1,
    pass: (durationMs: number) => {
      atMs += durationMs;
      const now = due.filter((one) => one.atMs <= atMs);
      due = due.filter((one) => one.atMs > atMs);
      for (const { act } of now) act();
    },
  };
}

test('what changed is reported at once, and however often it does, every five seconds', async () => {
  const timing = timingByHand();
  const sent: Report[] = [];
  let handlers: LinkHandlers | undefined;
  const exchange = exchangeState({
    orders: { take: () => undefined, takeAll: () => undefined },
    onOrdered: () => undefined,
    held: createScheduleInForce(keepNowhere, () => 0),
    openLink: (given) => {
      handlers = given;
      return {
        send: async (report) => void sent.push(report),
        takeOrders: async () => false,
        close: async () => undefined,
      };
    },
    reportEveryMs: 30_000,
    timing,
    now: () => 0,
    observed: () => undefined,
    onApplied: async () => undefined,
    onConnected: () => undefined,
    onTrouble: () => undefined,
  });
  await handlers?.onConnect('session');
  const [before] = [sent.length];
  for (let second = 0; second < 20; second += 1) {
    exchange.tellSoon();
    exchange.tellSoon();
    timing.pass(second === 0 ? 0 : 1_000);
  }
  expect(sent.length - before).toBe(4);
  exchange.tellSoon();
  await exchange.stop();
  timing.pass(29_000);
  expect(sent.length - before).toBe(4);
});
