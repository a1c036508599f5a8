import type { Refusal } from '../driver/driver.ts';
import type { Ratings } from './device-ratings.ts';
import type { DeviceNames } from './models/read-names.ts';
import { inTime } from './in-time.ts';
import { kindOfCause, OrderRefused } from './control/order-refused.ts';
import type { DeviceReading } from './read-device.ts';
import type { SunspecDevice } from './sunspec-device.ts';
import type { SunspecDeviceConfig } from './sunspec-site-config.ts';

/** Why a device is not known to do what it was ordered. */
export interface DeviceTrouble {
  readonly kind: Refusal['kind'];
  readonly cause: unknown;
}

/** One device read and ordered at its own pace: whoever asks waits a moment, and never for the slowest. */
export interface DeviceLoop {
  readonly config: SunspecDeviceConfig;
  /** Begins to read unless that is under way. */
  read(): Promise<void>;
  /** Known once it was reached. */
  ratings(): Ratings | undefined;
  /** What it measured last, unless it cannot be read or that was long ago. */
  reading(withinMs?: number): DeviceReading | undefined;
  /** What it says that it is, once it was reached. */
  names(): DeviceNames | undefined;
  /** That it drops what it took, again and again. */
  losses(): string | undefined;
  /** The newest order counts, and replaces those that were not begun. null releases the device. */
  order(powerKw: number | null): Promise<DeviceTrouble | undefined>;
  /** Resolves once the last order was carried out, or could not be. */
  settled(): Promise<void>;
}

export interface LoopOptions {
  nowMs: () => number;
  /** How long to wait for a device that has answered before. */
  patienceMs: number;
  onLink: (change: { uid: string; isUp: boolean; cause?: unknown }) => void;
}

// Before the first answer there is nothing else to go by.
const firstPatienceMs = 3_000;
const readingCountsMs = 30_000;
const orderCountsMs = 30_000;
// Until then it is late, and nothing is known against it: the machine may be busy.
const answerWithinMs = 5_000;

export function deviceLoop(device: SunspecDevice, { nowMs, patienceMs, onLink }: LoopOptions): DeviceLoop {
  const { config } = device;
  const { uid } = config;
  let ratings: Ratings | undefined;
  let last: { reading: DeviceReading; atMs: number } | undefined;
  let isUp: boolean | undefined;
  let isFirst = true;
  let underWay: Promise<void> | undefined;
  const orders = orderLoop(device, nowMs);
  const [readPatience, orderPatience] = [patienceWith(), patienceWith()];

  const readOnce = async (): Promise<void> => {
    const before = isUp;
    try {
      const reading = await device.read();
      ({ ratings } = reading);
      last = { reading, atMs: nowMs() };
      isUp = true;
      if (before !== true) onLink({ uid, isUp: true });
    } catch (cause) {
      last = undefined;
      isUp = false;
      if (before !== false) onLink({ uid, isUp: false, cause });
    }
  };
  const isRecent = (atMs: number, countsMs: number): boolean => Math.abs(nowMs() - atMs) <= countsMs;

  return {
    config,
    read: async () => {
      underWay ??= readOnce().finally(() => {
        underWay = undefined;
      });
      await readPatience.wait(underWay, isFirst ? Math.max(firstPatienceMs, patienceMs) : patienceMs);
      isFirst = false;
    },
    ratings: () => ratings,
    reading: (withinMs = readingCountsMs) =>
      last !== undefined && isRecent(last.atMs, withinMs) ? last.reading : undefined,
    names: () => device.names(),
    losses: () => device.losses(),
    order: async (powerKw) => {
      const isSettled = await orderPatience.wait(orders.begin(powerKw), patienceMs);
      const { failure, tookAtMs, askedAtMs } = orders.state();
      if (powerKw === null) return isSettled && failure !== undefined ? troubleOf(failure) : undefined;
      const problem = device.problem();
      if (problem !== undefined) return { kind: 'refused', cause: new OrderRefused(problem) };
      if (failure !== undefined) return troubleOf(failure);
      if (isSettled) return undefined;
      const kind = isRecent(tookAtMs, orderCountsMs) || isRecent(askedAtMs, answerWithinMs) ? 'late' : 'unknown';
      return { kind, cause: new Error('The device has not answered yet.') };
    },
    settled: () => orders.settled(),
  };
}

interface Patience {
  /** Whether the work ended in time. */
  wait(work: Promise<unknown>, withinMs: number): Promise<boolean>;
}

/** Whoever was late is not waited for until it is in time again: it would hold up the others at each tick. */
function patienceWith(): Patience {
  let wasLate = false;
  let known: Promise<unknown> | undefined;
  return {
    wait: (work, withinMs) => {
      if (known !== work) {
        known = work;
        const begunAtMs = performance.now();
        const note = (): void => {
          wasLate = performance.now() - begunAtMs > withinMs;
        };
        void work.then(note, note);
      }
      return inTime(work, wasLate ? 0 : withinMs);
    },
  };
}

interface OrderLoop {
  begin(powerKw: number | null): Promise<void>;
  /** How the last order that came to an end went, when one was taken, and since when there is no answer. */
  state(): { failure: { cause: unknown } | undefined; tookAtMs: number; askedAtMs: number };
  settled(): Promise<void>;
}

function orderLoop(device: SunspecDevice, nowMs: () => number): OrderLoop {
  let wantedKw: number | null = null;
  let underWay: Promise<void> | undefined;
  let failure: { cause: unknown } | undefined;
  let tookAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const carryOut = async (): Promise<void> => {
    for (let isNew = true; isNew;) {
      const powerKw = wantedKw;
      try {
        await device.hold(powerKw);
        failure = undefined;
        tookAtMs = powerKw === null ? Number.NEGATIVE_INFINITY : nowMs();
      } catch (cause) {
        failure = { cause };
        return;
      }
      isNew = powerKw !== wantedKw;
    }
  };

  return {
    begin: (powerKw) => {
      wantedKw = powerKw;
      if (underWay === undefined) askedAtMs = nowMs();
      underWay ??= carryOut().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    state: () => ({ failure, tookAtMs, askedAtMs }),
    settled: async () => underWay,
  };
}

function troubleOf({ cause }: { cause: unknown }): DeviceTrouble {
  return { kind: kindOfCause(cause), cause };
}
