import {
  type AssetScheduleCommand,
  type BatchId,
  type ClientId,
  type HoldId,
  parseSiteId,
  PATHS,
  type SiteId,
} from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { NORTH } from '@setpoint/server/testing/members-from';
import {
  acceptReport,
  createConnections,
  endSession,
  type GatewayMetrics,
  pollOrders,
  pollSchedule,
  rememberSnapshots,
} from '@setpoint/server/testing/rooms/gateway';
import { makeHold, releaseHold } from '@setpoint/server/testing/rooms/holds';
import { createAuthenticateController } from '@setpoint/server/testing/rooms/identity';
import { createSiteSignals, type SiteSignals } from '@setpoint/server/testing/rooms/platform';
import { putPool, removePool } from '@setpoint/server/testing/rooms/pools';
import { addSite } from '@setpoint/server/testing/rooms/registry';
import { applySchedules } from '@setpoint/server/testing/rooms/schedules';
import { NEVER, type Store } from '@setpoint/server/testing/rooms/store';
import { testBudget } from '@setpoint/server/testing/test-budget';
import type { WireEnd } from './open-wire.ts';
import { serveMqtt } from './serve-mqtt.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import { type PoolsLife, startPools } from './start-pools.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface ServiceMachine {
  readonly disk: SimulatedDisk;
  readonly time: VirtualTime;
  readonly now: () => number;
  readonly metrics: GatewayMetrics;
  /** Whether a connection has more to send than it can take. */
  readonly isCongested: () => boolean;
  readonly onFailure: (cause: unknown) => void;
}

export type ServiceLife = ReturnType<typeof startService>;

/** One life of the service: the real handlers over what is on the disk, until it is killed. */
export function startService({ disk, time, now, metrics, isCongested, onFailure }: ServiceMachine) {
  const life = disk.open();
  const { store } = life;
  const signals = createSiteSignals();
  const pools = startPools({ store, signals, time, now, onFailure });
  const authenticateController = createAuthenticateController({ store, now, onFailure });
  const taking = {
    store,
    signals,
    metrics,
    now,
    clockOffsets: new Map(),
    orders: pools.board,
    snapshots: rememberSnapshots({ store, now, orders: pools.board }),
    budget: testBudget({ keyCallsPerMinute: ANY_RATE }),
  };
  const connections = createConnections({ ...taking, onFailure });
  const wires = new Set<WireEnd>();

  async function answer({ method, path, key, headers, body }: Asked) {
    const found = await authenticateController(key);
    if (found.kind !== 'controller') return { status: 401, text: '' };
    const { controller } = found;
    if (method === 'DELETE') {
      const session = path.split('/').at(-1) ?? '';
      await store.write(endSession, { siteId: controller.siteId, session, now: now() });
      return { status: 204, text: '' };
    }
    if (path === PATHS.controllerReport) {
      const accepted = await acceptReport(taking, controller.siteId, { bytes: Buffer.from(body), receivedAt: now() });
      return accepted.kind === 'accepted' ? { status: 200, text: '{}' } : { status: 400, text: accepted.kind };
    }
    const known = headers['if-none-match'];
    const poll = { isKnown: known === undefined ? undefined : isTag(known), waitMs: WAIT_MS };
    const ask = path === PATHS.controllerOrder ? pollOrders : pollSchedule;
    const polled = await ask({ ...taking, after: time.after }, controller, poll);
    if (polled.kind === 'site_missing') return { status: 401, text: '' };
    const tag = `"${polled.revision}"`;
    return polled.kind === 'snapshot'
      ? { status: 200, text: polled.bytes.toString(), tag }
      : { status: 304, text: '', tag };
  }

  return {
    ...partInPools({ store, signals, pools, now }),
    async addSite(siteId: SiteId, keyHash: string): Promise<void> {
      const controllerKey = { keyId: siteId, keyHash };
      await store.write(addSite, { siteId, siteName: siteId, timeZone: 'UTC', controllerKey, now: now() });
    },
    /** What a client sets; the same commands as one who is told `201` once they are durable. */
    async set(siteId: SiteId, commands: readonly AssetScheduleCommand[]): Promise<void> {
      const batch = parseBatch({ schedules: [...commands] });
      const ids = { batchId: crypto.randomUUID() as string as BatchId, clientId: siteId as string as ClientId };
      await store.write(applySchedules, { siteId, ...ids, now: now(), batch });
      signals.send(siteId, 'schedule');
    },
    async hold(siteId: SiteId, holdId: HoldId): Promise<void> {
      const made = { madeBy: siteId as string as ClientId, isOperators: true, reason: null, now: now() };
      await store.write(makeHold, { holdId, siteId, asset: null, clientId: null, ...made });
      signals.send(siteId, 'schedule');
    },
    async release(siteId: SiteId, holdId: HoldId): Promise<void> {
      await store.write(releaseHold, { holdId, clientId: siteId as string as ClientId, now: now() });
      signals.send(siteId, 'schedule');
    },
    takeMqtt(wire: WireEnd): void {
      keep(wire);
      serveMqtt(wire, { ...taking, authenticateController, connections, isCongested, onFailure });
    },
    takeHttps(wire: WireEnd): void {
      keep(wire);
      wire.onMessage((asked) => {
        answer(asked as unknown as Asked).then(
          (answered) => wire.send({ kind: 'answer', ...answered }),
          (cause: unknown) => onFailure(cause),
        );
      });
    },
    /** Gone within a commit, a push or anything else; `unheard` when nobody is left to close its connections. */
    kill(how: 'heard' | 'unheard'): void {
      life.end();
      pools.end();
      connections.stop();
      for (const wire of wires) wire.close(how);
    },
  };

  function keep(wire: WireEnd): void {
    wires.add(wire);
    wire.onClose(() => wires.delete(wire));
  }
}

interface PartInPools {
  readonly store: Store;
  readonly signals: SiteSignals;
  readonly pools: PoolsLife;
  readonly now: () => number;
}

function partInPools({ store, signals, pools, now }: PartInPools) {
  return {
    pools,
    async addPool(siteIds: readonly SiteId[]): Promise<void> {
      const stretch = { from: now(), to: NEVER, role: 'primary' as const, rank: 0, rampKwPerSecond: null };
      const members = new Map(siteIds.map((siteId) => [siteId, [stretch]]));
      await store.write(putPool, { ...NORTH, members, now: now() });
    },
    async removePool(): Promise<void> {
      await store.write(removePool, { poolId: NORTH.poolId, now: now() });
    },
    /** Names the way to the other node. */
    tellOfPools: (tell: () => void) => signals.relayTo(() => undefined, tell),
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const WAIT_MS = 50_000;
// Its time is not that of the worlds.
const ANY_RATE = 1_000_000;

function isTag(known: string): (revision: string) => boolean {
  return (revision) => known === `"${revision}"`;
}

export function siteIdOf(number: number): SiteId {
  const siteId = parseSiteId(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
  if (siteId === undefined) throw new Error('no site id');
  return siteId;
}
