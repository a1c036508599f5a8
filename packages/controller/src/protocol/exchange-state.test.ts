import type { DeviceTreeNode, Report } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { exchangeState, type StateExchange } from './exchange-state.ts';
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

type Told = Pick<StateExchange, 'held' | 'observed'>;

const nothingYet: Told = { held: createScheduleInForce(keepNowhere, () => 0), observed: () => undefined };

/** An exchange over a link that takes everything. */
function startExchange({ held, observed }: Told = nothingYet) {
  const timing = timingByHand();
  const sent: Report[] = [];
  let handlers: LinkHandlers | undefined;
  const exchange = exchangeState({
    orders: { take: () => undefined, takeAll: () => undefined },
    onOrdered: () => undefined,
    held,
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
    observed,
    onApplied: async () => undefined,
    onConnected: () => undefined,
    onTrouble: () => undefined,
  });
  const connect = async (): Promise<void> => handlers?.onConnect('session');
  const give = async (document: unknown): Promise<void> => void (await handlers?.onSnapshot(document));
  return { timing, sent, exchange, connect, give };
}

test('what changed is reported at once, and however often it does, every five seconds', async () => {
  const { timing, sent, exchange, connect } = startExchange();
  await connect();
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

test('a report says what is wrong with the devices and with the disk, for as long as it is', async () => {
  let isFull = true;
  const keep = () => (isFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve());
  const lost = { code: 'order_lost', asset: 'bess', message: 'bess-1: lost' } as const;
  const devices: DeviceTreeNode = { uid: 'site', node_type: 'Dispatcher', device_type: 'site', children: [] };
  const { sent, connect, give } = startExchange({
    held: createScheduleInForce({ ...keepNowhere, keep }, () => 0),
    observed: () => ({ devices, rejected: [], troubles: isFull ? [lost] : [] }),
  });
  const snapshot = { revision: 'a', issuedAt: '2030-01-01T00:00:00.000Z', holdSeconds: null, commands: [] };
  await connect();
  await give(snapshot);
  isFull = false;
  await give(snapshot);
  expect(sent.map(({ schedule, troubles }) => [schedule?.revision, troubles?.map(({ code }) => code)])).toEqual([
    [undefined, ['order_lost']],
    [undefined, ['order_lost', 'disk_full']],
    ['a', undefined],
  ]);
});
