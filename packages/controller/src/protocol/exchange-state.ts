import { instantText } from '@setpoint/core';
import type { DeviceTreeNode, LimitedCommand, RejectedCommand, Report, ToldTrouble } from '@setpoint/contract';
import type { OrdersInForce } from './orders-in-force.ts';
import type { ScheduleInForce } from './schedule-in-force.ts';
import type { OpenLink } from './link.ts';
import type { Timing } from './timing.ts';

/** The state of the devices, and the commands that they do not follow. */
interface Observation {
  readonly devices: DeviceTreeNode;
  readonly rejected: readonly RejectedCommand[];
  /** What they follow in part. */
  readonly limited?: readonly LimitedCommand[];
  readonly troubles?: readonly ToldTrouble[];
}

export interface StateExchange {
  readonly held: ScheduleInForce;
  readonly orders: Pick<OrdersInForce, 'take' | 'takeAll'>;
  readonly openLink: OpenLink;
  readonly reportEveryMs: number;
  readonly timing: Timing;
  readonly now: () => number;
  /** undefined while the devices are out of reach. */
  readonly observed: () => Observation | undefined;
  /** Another schedule is in force; the next observation shows its effect. */
  readonly onApplied: () => Promise<void>;
  /** Another order is in force. */
  readonly onOrdered: () => void;
  readonly onConnected: () => void;
  readonly onTrouble: (text: string) => void;
}

export interface Exchanging {
  /** Something changed that people should see: reports it at once, or as soon as the last such report is a while ago. */
  tellSoon(): void;
  stop(): Promise<void>;
}

const LEAST_BETWEEN_MS = 5_000;

/** Reports the state of the site and receives its schedule; `stop` resolves once the session has ended. */
export function exchangeState(exchange: StateExchange): Exchanging {
  const { held, openLink, reportEveryMs, timing, now, observed, onTrouble } = exchange;
  let session: string | undefined;
  let sequence = 0;

  async function report(): Promise<void> {
    if (session === undefined) return;
    await link.send(reportNow(session));
    await held.noteContact();
  }

  function reportNow(current: string): Report {
    const observation = observed();
    const revision = held.revision();
    const rejected = [...(observation?.rejected ?? held.allRejected())];
    sequence += 1;
    return {
      session: current,
      sequence,
      sentAt: instantText(now()),
      schedule: revision === undefined ? null : { revision, rejected, ...limitedOf(observation) },
      ...(observation === undefined ? {} : { devices: observation.devices }),
      ...troublesOf([...(observation?.troubles ?? []), ...held.troubles()]),
      ...(lane.isTaken() ? { takes: ['orders'] } : {}),
    };
  }

  // The next report makes up for a lost one; a dead link reports itself.
  const reportOrLog = () => report().catch((cause: unknown) => onTrouble(`A report failed: ${String(cause)}`));

  const lane = orderLane(exchange, () => link.takeOrders());
  const link = openLink({
    async onConnect(next) {
      session = next;
      await lane.begin();
      await report();
      exchange.onConnected();
    },
    async onSnapshot(document) {
      const reason = await held.take(document);
      if (reason === undefined) await Promise.all([lane.takeUp(), exchange.onApplied()]);
      else onTrouble(`A schedule was not applied: ${reason}`);
      await reportOrLog();
      return reason === undefined;
    },
    onOrder: (document) => lane.note(exchange.orders.take(document)),
    onOrders: (document) => lane.note(exchange.orders.takeAll(document)),
    revision: () => held.revision(),
    onLost(reason) {
      session = undefined;
      onTrouble(`The service cannot be reached: ${reason}`);
    },
  });

  const callOff = repeat(reportEveryMs, timing, () => void reportOrLog());
  const soon = atMostEvery(LEAST_BETWEEN_MS, timing, () => void reportOrLog());
  return {
    tellSoon: () => soon.act(),
    async stop() {
      callOff();
      soon.callOff();
      await link.close();
    },
  };
}

function limitedOf(observation: Observation | undefined): { limited?: LimitedCommand[] } {
  const limited = observation?.limited ?? [];
  return limited.length === 0 ? {} : { limited: [...limited] };
}

const MOST_TROUBLES = 20;

function troublesOf(troubles: readonly ToldTrouble[]): { troubles?: ToldTrouble[] } {
  return troubles.length === 0 ? {} : { troubles: troubles.slice(0, MOST_TROUBLES) };
}

/** The way of orders, which each connection takes up anew. */
function orderLane({ held, onOrdered, onTrouble }: StateExchange, takeOrders: () => Promise<boolean>) {
  let isTaken = false;
  // A snapshot may come while the answer is under way.
  let taking: Promise<boolean> | undefined;
  async function takeUp(): Promise<void> {
    if (!held.offersOrders() || isTaken) return;
    const mine = (taking ??= takeOrders());
    const isAnswered = await mine;
    if (taking !== mine) return;
    taking = undefined;
    isTaken = isAnswered;
  }
  return {
    isTaken: () => isTaken,
    begin(): Promise<void> {
      isTaken = false;
      taking = undefined;
      return takeUp();
    },
    takeUp,
    note(reason: string | undefined): void {
      if (reason === undefined) onOrdered();
      else onTrouble(`An order was not taken: ${reason}`);
    },
  };
}

function repeat(everyMs: number, timing: Timing, act: () => void): () => void {
  const later = (): (() => void) =>
    timing.after(everyMs, () => {
      act();
      callOff = later();
    });
  let callOff = later();
  return () => callOff();
}

/** Acts when it is asked to, and not again before some time has passed. */
function atMostEvery(leastMs: number, timing: Timing, act: () => void) {
  let lastAtMs = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;
  return {
    act: (): void => {
      callOff ??= timing.after(Math.max(0, lastAtMs + leastMs - timing.elapsedMs()), () => {
        callOff = undefined;
        lastAtMs = timing.elapsedMs();
        act();
      });
    },
    callOff: (): void => callOff?.(),
  };
}
