import { setTimeout as after } from 'node:timers/promises';
import { CYCLES_IN_FORCE, type Signalled, type SignalledPool } from '../fleet/fleet-plan.ts';
import { cpuMicrosOf } from '../load/cpu-micros-of.ts';
import { makePools } from '../run/make-pools.ts';
import { type Finding, limitedTo, type Row, type Run } from '../run/run.ts';
import type { SeededStore, SeededStores } from '../run/seeded-store.ts';
import { type RunningFleet, startFleet, startGateway } from '../run/start-fleet.ts';
import type { Setpoint } from '../run/start-setpoint.ts';
import { storedInFile } from '../run/stored-bytes.ts';

const CYCLE_MS = 4_000;
/** For as long as all need to report once. */
const WARM_UP_TICKS = 8;
/** So many for each round of the run. */
const TICKS = 10;
const CONNECTING_AT_ONCE = 100;
const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;

/** A signal to a pool of 1,000 every 4 s; then the same by batches. */
export function signalRow(run: Run, stores: SeededStores): Row {
  const sites = 1_000;
  const measure = async (): Promise<Finding> => {
    const started = await start(await stores.of(sites), { sites, sitesOfPool: sites });
    await using _setpoint = started.setpoint;
    using _fleet = started.fleet;
    const ticks = TICKS * run.rounds;
    const half = Math.ceil(ticks / 2);
    const signals = await send(started, { by: 'signal', ticks, firstSequence: 1 });
    await after(CYCLES_IN_FORCE * CYCLE_MS);
    const reports = await usedDuring(started, () => after(half * CYCLE_MS));
    const batches = await send(started, { by: 'batches', ticks: half, firstSequence: 100_000 });
    const beyond = (key: 'keptGib' | 'writtenGib') => {
      const all = `with the reports of all ${signals[key].toFixed(2)} GiB, those alone ${reports[key].toFixed(2)} GiB`;
      return { measured: signals[key] - reports[key], what: `for each day of it (${all})` };
    };
    const [kept, written] = [beyond('keptGib'), beyond('writtenGib')];
    return {
      kind: 'claimed',
      claims: [
        limitedTo('from the signal until the last controller has its order, p50', ms(signals.p50Ms, 60)),
        limitedTo('the same, p99', ms(signals.p99Ms, 250)),
        limitedTo('processor time of the service meanwhile', {
          measured: signals.cpu,
          atMost: 25,
          unit: '% of a core',
        }),
        limitedTo(`kept ${kept.what}`, { measured: kept.measured, atMost: 0.5, unit: 'GiB' }),
        limitedTo(`written ${written.what}`, { measured: written.measured, atMost: 20, unit: 'GiB' }),
        beside('by one body of batches in the same run: until the last has its schedule, p50', batches.p50Ms, 'ms'),
        beside('by batches: the same, p99', batches.p99Ms, 'ms'),
        beside('by batches: processor time of the service meanwhile', batches.cpu, '% of a core'),
        beside('by batches: kept for each day of it', batches.keptGib, 'GiB'),
        beside('by batches: written to the disk for each day of it', batches.writtenGib, 'GiB'),
      ],
    };
  };
  return { name: 'signal', title: `A pool of ${sites} asked for power every 4 s, controllers by MQTT`, measure };
}

/** Twenty pools, each asked for power every 4 s, one after the other. */
export function twentyPoolsRow(run: Run, stores: SeededStores): Row {
  const [sites, sitesOfPool] = [10_000, 500];
  const measure = async (): Promise<Finding> => {
    const started = await start(await stores.of(sites), { sites, sitesOfPool });
    await using _setpoint = started.setpoint;
    using _fleet = started.fleet;
    const signals = await send(started, { by: 'signal', ticks: TICKS * run.rounds, firstSequence: 1 });
    return {
      kind: 'claimed',
      claims: [
        limitedTo(
          `from a signal until the last controller of its pool has its order, p99 (p50 ${signals.p50Ms.toFixed(0)} ms; the service took ${signals.cpu.toFixed(0)} % of a core)`,
          ms(signals.p99Ms, 500),
        ),
      ],
    };
  };
  return { name: 'twenty-pools', title: '20 pools of 500 asked for power every 4 s, controllers by MQTT', measure };
}

interface Started {
  readonly setpoint: Setpoint;
  readonly fleet: RunningFleet;
  readonly pools: readonly SignalledPool[];
  readonly dataDir: string;
}

async function start(store: SeededStore, of: { sites: number; sitesOfPool: number }): Promise<Started> {
  const { setpoint, plan } = await startGateway(store, of.sites);
  const fleet = startFleet();
  try {
    await fleet.connect({ ...plan, binding: 'mqtt', atOnce: CONNECTING_AT_ONCE, takesOrders: true });
    const siteIds = plan.sites.map(({ siteId }) => siteId);
    const pools = await makePools(setpoint, { siteIds, sitesOfPool: of.sitesOfPool });
    return { setpoint, fleet, pools, dataDir: store.dataDir };
  } catch (cause) {
    fleet[Symbol.dispose]();
    await setpoint[Symbol.asyncDispose]();
    throw cause;
  }
}

interface Sending {
  readonly by: 'signal' | 'batches';
  readonly ticks: number;
  readonly firstSequence: number;
}

/** What the service took while something went on. */
interface Used {
  readonly cpu: number;
  readonly keptGib: number;
  readonly writtenGib: number;
}

async function send(started: Started, { ticks, ...sending }: Sending): Promise<Signalled & Used> {
  const { setpoint, fleet, pools } = started;
  const load = { ...sending, token: setpoint.token, pools, everyMs: CYCLE_MS };
  // The first ticks fill what is remembered, and grow the file by what then stays.
  await fleet.signal({ ...load, ticks: WARM_UP_TICKS });
  const firstSequence = sending.firstSequence + WARM_UP_TICKS;
  const during = await usedDuring(started, () => fleet.signal({ ...load, firstSequence, ticks }));
  return { ...during.result, ...during };
}

async function usedDuring<T>({ setpoint, dataDir }: Started, work: () => Promise<T>): Promise<Used & { result: T }> {
  const stored = storedInFile(dataDir, setpoint.pid);
  const used = async () => {
    const [at, cpu] = [performance.now(), cpuMicrosOf(setpoint.pid)];
    return { at, cpu, kept: await stored.size(), written: await stored.written() };
  };
  const before = await used();
  const result = await work();
  const end = await used();
  const elapsedMs = end.at - before.at;
  const perDay = DAY_MS / elapsedMs / GIB;
  return {
    result,
    cpu: (end.cpu - before.cpu) / elapsedMs / 10,
    keptGib: (end.kept - before.kept) * perDay,
    writtenGib: (end.written - before.written) * perDay,
  };
}

function ms(measured: number, atMost: number) {
  return { measured, atMost, unit: 'ms' };
}

/** A figure that shows how far apart two ways are. */
function beside(what: string, measured: number, unit: string) {
  return { what, measured: `${measured.toFixed(1)} ${unit}`, limit: 'beside it', holds: true };
}
