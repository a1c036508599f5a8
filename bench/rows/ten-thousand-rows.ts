import { setTimeout as after } from 'node:timers/promises';
import { cpuMicrosOf, residentBytesOf } from '../load/cpu-micros-of.ts';
import { probeReads } from '../run/probe-reads.ts';
import { type Finding, limitedTo, type Row, type Run } from '../run/run.ts';
import { SITES_PATH, type SeededStores } from '../run/seeded-store.ts';
import { startFleet, startGateway } from '../run/start-fleet.ts';
import type { Setpoint } from '../run/start-setpoint.ts';

const CONTROLLERS = 10_000;
const CONNECTING_AT_ONCE = 200;
const MIB = 1024 * 1024;
const SAMPLE_EVERY_MS = 100;

export function tenThousandRow(_run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(CONTROLLERS);
    const { setpoint, plan } = await startGateway(store, CONTROLLERS);
    await using _setpoint = setpoint;
    using fleet = startFleet();
    await fleet.connect({ ...plan, binding: 'mqtt', atOnce: CONNECTING_AT_ONCE });
    const used = await watch(setpoint, plan.sites[0]?.siteId ?? '', () => after(plan.reportEveryMs));
    return {
      kind: 'claimed',
      claims: [
        await online(setpoint),
        limitedTo('resident memory of the service, highest', { measured: used.peakMib, atMost: 800, unit: 'MiB' }),
        limitedTo('processor time of the service', { measured: used.cpu * 100, atMost: 50, unit: '% of a core' }),
        limitedTo('p99 of GET one site meanwhile', { measured: used.p99Ms, atMost: 50, unit: 'ms' }),
      ],
    };
  };
  return { name: 'ten-thousand', title: '10,000 controllers by MQTT, a report each 30 s', measure };
}

export function reconnectRow(_run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(CONTROLLERS);
    const { setpoint, plan } = await startGateway(store, CONTROLLERS);
    await using _setpoint = setpoint;
    using fleet = startFleet();
    await fleet.connect({ ...plan, binding: 'mqtt', atOnce: CONNECTING_AT_ONCE });
    const { result, p99Ms } = await watch(setpoint, plan.sites[0]?.siteId ?? '', () => fleet.reconnect());
    return {
      kind: 'claimed',
      claims: [
        limitedTo('until the last is online again', { measured: result.onlineAfterMs / 1_000, atMost: 60, unit: 's' }),
        await online(setpoint),
        limitedTo('p99 of GET one site meanwhile', { measured: p99Ms, atMost: 500, unit: 'ms' }),
      ],
    };
  };
  return { name: 'reconnect', title: '10,000 controllers cut off, all back at the same time', measure };
}

async function watch<T>(setpoint: Setpoint, siteId: string, work: () => Promise<T>) {
  let peak = residentBytesOf(setpoint.pid);
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(setpoint.pid));
  }, SAMPLE_EVERY_MS);
  const probe = probeReads(setpoint, siteId);
  const [startedAt, before] = [performance.now(), cpuMicrosOf(setpoint.pid)];
  try {
    const result = await work();
    const cpu = (cpuMicrosOf(setpoint.pid) - before) / 1_000 / (performance.now() - startedAt);
    return { result, cpu, peakMib: peak / MIB, p99Ms: (await probe.end()).p99Ms };
  } finally {
    clearInterval(sampler);
  }
}

async function online(setpoint: Setpoint) {
  const headers = { authorization: `Bearer ${setpoint.token}` };
  const response = await fetch(new URL(SITES_PATH, setpoint.url), { headers });
  const { sites } = (await response.json()) as { sites: { isOnline: boolean }[] };
  const count = sites.filter(({ isOnline }) => isOnline).length;
  const limit = `all ${CONTROLLERS}`;
  return { what: 'sites online, as GET sites says', measured: String(count), limit, holds: count === CONTROLLERS };
}
