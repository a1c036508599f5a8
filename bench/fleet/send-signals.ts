import { setTimeout as after } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import { CYCLES_IN_FORCE, HOST, type Signalled, type SignalledPool, type SignalPlan } from './fleet-plan.ts';

type SignalLoad = SignalPlan & { port: number };

/** A tick of one pool on its way to the members. */
interface Underway {
  readonly number: number;
  readonly sentAt: number;
  readonly missing: Set<string>;
  /** What the members were asked for so far, together. */
  watts: number;
  answeredAfterMs: number;
  reachedAfterMs: number;
}

const LAST_WITHIN_MS = 20_000;
const STAMP = /"value":10\.(\d{3})\b/;
const SEQUENCE = /"sequence":(\d+)/;
const POWER = /"kW":(-?[\d.]+)/;

/** Asks each pool for another power at every tick, the pools in turn, and times it until the last member has its share. */
export async function sendSignals(fleet: Fleet, load: SignalLoad): Promise<Signalled> {
  const { pools, everyMs, ticks, firstSequence } = load;
  const poolOf = new Map(pools.flatMap((pool) => pool.siteIds.map((siteId) => [siteId, pool] as const)));
  const latest = new Map<SignalledPool, Underway>();
  const all: Underway[] = [];
  const faults: string[] = [];

  function reached(siteId: string, number: number, watts: number): void {
    const pool = poolOf.get(siteId);
    const underway = pool === undefined ? undefined : latest.get(pool);
    if (underway?.number !== number || !underway.missing.delete(siteId)) return;
    underway.watts += watts;
    if (underway.missing.size === 0) underway.reachedAfterMs = performance.now() - underway.sentAt;
  }
  if (load.by === 'signal') {
    fleet.onOrder = (siteId, bytes) => {
      const text = bytes.toString('latin1');
      const watts = Math.round(Number(POWER.exec(text)?.[1]) * 1_000);
      reached(siteId, Number(SEQUENCE.exec(text)?.[1]), watts);
    };
  } else {
    fleet.onSnapshot = (siteId, bytes) => {
      reached(siteId, firstSequence + (Number(STAMP.exec(bytes.toString('latin1'))?.[1]) - 1) / 2, 0);
    };
  }

  async function ask(pool: SignalledPool, tick: number): Promise<void> {
    const number = firstSequence + tick;
    const underway = {
      number,
      sentAt: performance.now(),
      missing: new Set(pool.siteIds),
      watts: 0,
      answeredAfterMs: Number.NaN,
      reachedAfterMs: Number.NaN,
    };
    const left = latest.get(pool)?.missing.size ?? 0;
    if (left > 0) faults.push(`${left} members were not reached before the next tick`);
    latest.set(pool, underway);
    all.push(underway);
    const kW = load.by === 'signal' ? await askBySignal(load, pool, number) : await askByBatches(load, pool, tick);
    underway.answeredAfterMs = performance.now() - underway.sentAt;
    await untilReached(underway);
    if (load.by === 'signal' && underway.watts !== Math.round(kW * 1_000)) {
      faults.push(`${kW} kW were asked for, and ${underway.watts} W of the members`);
    }
  }

  const startedAt = performance.now();
  const asking: Promise<void>[] = [];
  for (let tick = 0; tick < ticks; tick += 1) {
    for (const [index, pool] of pools.entries()) {
      await after(Math.max(0, startedAt + everyMs * (tick + index / pools.length) - performance.now()));
      const asked = ask(pool, tick).catch((cause: unknown) => void faults.push(String(cause)));
      asking.push(asked);
    }
  }
  await Promise.all(asking);
  await after(Math.max(0, startedAt + everyMs * ticks - performance.now()));
  fleet.check();
  if (faults.length > 0) throw new Error(`${faults.length} signals went wrong: ${faults[0]}`);
  return figuresOf(all);
}

async function untilReached({ sentAt, missing }: Underway): Promise<void> {
  while (missing.size > 0) {
    if (performance.now() > sentAt + LAST_WITHIN_MS) throw new Error(`${missing.size} members were never reached`);
    await after(20);
  }
}

async function askBySignal(load: SignalLoad, { poolId, mostKw }: SignalledPool, sequence: number): Promise<number> {
  const kW = Math.round(mostKw * (200 + ((sequence * 7_919) % 600))) / 1_000;
  const validUntil = new Date(Date.now() + CYCLES_IN_FORCE * load.everyMs).toISOString();
  const { orderedkW, ...told } = await call(load, {
    method: 'PUT',
    path: `/api/v1/fleet/pools/${poolId}/signal`,
    body: { kW, sequence, validUntil },
  });
  if (orderedkW !== kW) throw new Error(`${String(orderedkW)} kW were ordered: ${JSON.stringify(told)}`);
  return kW;
}

async function askByBatches(load: SignalLoad, { siteIds }: SignalledPool, tick: number): Promise<number> {
  const kW = Number(`10.${String(tick * 2 + 1).padStart(3, '0')}`);
  const now = Date.now();
  const endAt = new Date(now + CYCLES_IN_FORCE * load.everyMs).toISOString();
  const entries = [{ startAt: new Date(now).toISOString(), endAt, value: kW }];
  const schedules = [{ asset: 'grid', type: 'afrrActivationkW', entries }];
  const batches = siteIds.map((siteId) => ({ siteId, schedules }));
  await call(load, { method: 'POST', path: '/api/v1/fleet/schedules', body: { mode: 'all', batches } });
  return kW * siteIds.length;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: object;
}

async function call({ token, port }: SignalLoad, { method, path, body }: Call): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`http://${HOST}:${port}${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

function figuresOf(all: readonly Underway[]): Signalled {
  const reached = all.map(({ reachedAfterMs }) => reachedAfterMs).toSorted((one, other) => one - other);
  const answered = all.map(({ answeredAfterMs }) => answeredAfterMs).toSorted((one, other) => one - other);
  return {
    count: all.length,
    p50Ms: at(reached, 0.5),
    p99Ms: at(reached, 0.99),
    answeredP50Ms: at(answered, 0.5),
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
