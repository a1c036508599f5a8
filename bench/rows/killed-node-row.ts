import { setTimeout as after } from 'node:timers/promises';
import type { SignalledPool } from '../fleet/fleet-plan.ts';
import { RoamingControllers } from '../fleet/roaming-controllers.ts';
import { medianOf } from '../run/compare.ts';
import { judgeSeconds } from '../run/judge-seconds.ts';
import { BOOKED_KW, makePools } from '../run/make-pools.ts';
import type { PostgresStores } from '../run/postgres-stores.ts';
import { type Finding, limitedTo, type Row, type Run } from '../run/run.ts';
import { TwoNodes } from '../run/two-nodes.ts';

const MEMBERS = 100;
const KILLS = 50;
const LATEST_KILL_MS = 40;
const HOLDS_MS = 60_000;
const GIVEN_UP_AFTER_MS = 20_000;
const MOST_SECONDS = 3;

/** Two nodes: the one that is asked is killed while it works on a signal, and the other is asked for the same then. */
export function killedNodeRow(_run: Run, { stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(MEMBERS);
    await using nodes = await TwoNodes.start(store);
    const sites = [...store.controllerKeys].map(([siteId, controllerKey]) => ({ siteId, controllerKey }));
    using controllers = new RoamingControllers({ sites, ports: nodes.mqttPorts, bookedWatts: BOOKED_KW * 1_000 });
    const siteIds = sites.map(({ siteId }) => siteId);
    const [pool] = await makePools(nodes.of(0), { siteIds, sitesOfPool: MEMBERS });
    if (pool === undefined) throw new Error('no pool was made');
    const killed: Killed[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const asked = kill % 2;
      const ticking = { nodes, controllers, pool };
      await tick(ticking, { sequence: 3 * kill + 1, asked });
      const cut = killSoon(nodes, asked, (kill * 7_919) % LATEST_KILL_MS);
      const { wasCut } = await tick(ticking, { sequence: 3 * kill + 2, asked });
      const killedAt = await cut;
      await tick(ticking, { sequence: 3 * kill + 3, asked: 1 - asked });
      killed.push({ wasCut, seconds: (performance.now() - killedAt) / 1_000 });
      await nodes.restart(asked);
    }
    const judged = await judgeSeconds(nodes.of(0), { poolId: pool.poolId, seconds: controllers.seconds });
    return { kind: 'claimed', claims: claimsOf(controllers, killed, judged) };
  };
  const title = `A node killed within a signal to a pool of ${MEMBERS}, ${KILLS} times; the other is asked again`;
  return { name: 'killed-node', title, measure };
}

interface Killed {
  /** Whether the node had not answered yet. */
  readonly wasCut: boolean;
  /** Until the last controller had that signal, and the next. */
  readonly seconds: number;
}

type Judged = Awaited<ReturnType<typeof judgeSeconds>>;

function claimsOf({ orders, aboveBooking }: RoamingControllers, killed: readonly Killed[], judged: Judged) {
  const seconds = killed.map((each) => each.seconds);
  const cut = killed.filter(({ wasCut }) => wasCut).length;
  const until = `from the kill until the last controller has the next order, at worst (median ${medianOf(seconds).toFixed(2)} s; ${cut} times the node had not answered)`;
  const none = (what: string, count: number) => {
    return { what, measured: `${count} of ${orders.toLocaleString('en-US')}`, limit: 'none', holds: count === 0 };
  };
  return [
    limitedTo(until, { measured: Math.max(...seconds), atMost: MOST_SECONDS, unit: 's' }),
    none('orders of one division of a signal that ask a controller for a second power', judged.ofOneDivision),
    {
      what: `orders for another power because the signal was divided again (${judged.because || 'never'})`,
      measured: String(judged.dividedAgain),
      limit: 'beside it',
      holds: true,
    },
    none('orders above a booking', aboveBooking),
  ];
}

async function killSoon(nodes: TwoNodes, index: number, afterMs: number): Promise<number> {
  await after(afterMs);
  nodes.kill(index);
  return performance.now();
}

interface Ticking {
  readonly nodes: TwoNodes;
  readonly controllers: RoamingControllers;
  readonly pool: SignalledPool;
}

interface Tick {
  readonly sequence: number;
  readonly asked: number;
}

/** One signal until all members carry it out; a node that does not answer is not asked again, but the other. */
async function tick({ nodes, controllers, pool }: Ticking, { sequence, asked }: Tick): Promise<{ wasCut: boolean }> {
  const kW = Math.round(pool.mostKw * (200 + ((sequence * 7_919) % 600))) / 1_000;
  const signal = { kW, sequence, validUntil: new Date(Date.now() + HOLDS_MS).toISOString() };
  const giveUpAt = performance.now() + GIVEN_UP_AFTER_MS;
  let turn = asked;
  while (!(await isTaken(nodes, { turn, poolId: pool.poolId, signal }))) {
    if (performance.now() > giveUpAt) throw new Error(`no node took the signal ${sequence}`);
    await after(10);
    turn += 1;
  }
  const carried = controllers.carriedOut(sequence);
  while (carried.sites.size < pool.siteIds.length) {
    if (performance.now() > giveUpAt) throw new Error(`${carried.sites.size} controllers have the order ${sequence}`);
    await after(5);
  }
  if (carried.watts !== Math.round(kW * 1_000)) throw new Error(`${carried.watts} W for the ${kW} kW of ${sequence}`);
  return { wasCut: turn !== asked };
}

interface Asking {
  readonly turn: number;
  readonly poolId: string;
  readonly signal: object;
}

async function isTaken(nodes: TwoNodes, { turn, poolId, signal }: Asking): Promise<boolean> {
  const { url, token } = nodes.of(turn % 2);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const path = `/api/v1/fleet/pools/${poolId}/signal`;
  const sent = { method: 'PUT', headers, body: JSON.stringify(signal) };
  // Whoever is cut off asks the other node.
  const response = await fetch(new URL(path, url), sent).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (response === undefined || text === undefined || response.status >= 500) return false;
  if (response.status === 200) return true;
  throw new Error(`PUT ${path}: ${response.status} ${text.slice(0, 200)}`);
}
