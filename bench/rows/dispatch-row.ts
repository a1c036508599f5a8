import { setTimeout as after } from 'node:timers/promises';
import { type Finding, limitedTo, type Row, type Run } from '../run/run.ts';
import type { SeededStore, SeededStores } from '../run/seeded-store.ts';
import { startFleet, startGateway } from '../run/start-fleet.ts';
import type { Setpoint } from '../run/start-setpoint.ts';
import { type StoredBytes, storedInFile, storedOnPostgres } from '../run/stored-bytes.ts';

const SITES = 1_000;
const TICK_MS = 4_000;
const WARM_UP_TICKS = 4;
const TICKS = 30;
const BOOKED_KW = 100;
const DAY_MS = 86_400_000;
const PATH = '/api/v1/fleet/schedules';

/** What stays on the disk, and what goes there, when 1,000 sites are set every 4 s and say that they have it. */
export function dispatchRow(_run: Run, stores: SeededStores): Row {
  const measure = async () => {
    const store = await stores.of(SITES);
    return dispatch(store, ({ pid }) => storedInFile(store.dataDir, pid));
  };
  return {
    name: 'dispatch',
    title: `${SITES} sites set every 4 s by one body, with the reports that confirm it`,
    measure,
  };
}

export function postgresDispatchRow(_run: Run, { stores }: { readonly stores: SeededStores }): Row {
  const measure = async () => {
    const store = await stores.of(SITES);
    return dispatch(store, () => storedOnPostgres(store.env['DATABASE_URL'] ?? ''));
  };
  const title = `${SITES} sites set every 4 s by one body, with the reports that confirm it; one node`;
  return { name: 'pg-dispatch', title, measure };
}

async function dispatch(store: SeededStore, storedBy: (setpoint: Setpoint) => StoredBytes): Promise<Finding> {
  const { setpoint, plan } = await startGateway(store, SITES);
  await using _setpoint = setpoint;
  using fleet = startFleet();
  await fleet.connect({ ...plan, binding: 'mqtt', atOnce: 100 });
  const siteIds = plan.sites.map(({ siteId }) => siteId);
  const stored = storedBy(setpoint);
  const from = Date.now();
  await set(setpoint, siteIds, booking(from));
  await tick(setpoint, siteIds, { ticks: WARM_UP_TICKS });
  await stored.rest();
  const before = { kept: await stored.size(), written: await stored.written() };
  const acknowledged = await tick(setpoint, siteIds, { ticks: TICKS, count: () => fleet.acknowledged() });
  await stored.rest();
  const perTick = SITES * TICKS;
  const kept = ((await stored.size()) - before.kept) / perTick;
  const writtenKb = ((await stored.written()) - before.written) / perTick / 1_000;
  const perTickReports = `reports confirmed ${(acknowledged / perTick).toFixed(2)} times`;
  return {
    kind: 'claimed',
    claims: [
      limitedTo(`kept for each site and tick (${perTickReports})`, { measured: kept, atMost: 450, unit: 'B' }),
      limitedTo('written to the disk for each site and tick', { measured: writtenKb, atMost: 14, unit: 'kB' }),
    ],
  };
}

interface Ticking {
  readonly ticks: number;
  readonly count?: () => Promise<number>;
}

async function tick(
  setpoint: Setpoint,
  siteIds: readonly string[],
  { ticks, count = async () => 0 }: Ticking,
): Promise<number> {
  const counted = await count();
  const startedAt = Date.now();
  for (let done = 0; done < ticks; done += 1) {
    await set(setpoint, siteIds, activation);
    await after(Math.max(0, startedAt + (done + 1) * TICK_MS - Date.now()));
  }
  return (await count()) - counted;
}

type CommandOf = (site: number) => object;

function booking(from: number): CommandOf {
  const entry = {
    startAt: new Date(from).toISOString(),
    endAt: new Date(from + DAY_MS).toISOString(),
    value: BOOKED_KW,
  };
  return () => ({ asset: 'grid', type: 'afrrImportBookingkW', entries: [entry] });
}

/** From now for three ticks; each site another share. */
function activation(site: number): object {
  const now = Date.now();
  const value = Math.round(((site * 7_919 + now) % (BOOKED_KW * 10)) + 1) / 10;
  const entry = { startAt: new Date(now).toISOString(), endAt: new Date(now + 3 * TICK_MS).toISOString(), value };
  return { asset: 'grid', type: 'afrrActivationkW', entries: [entry] };
}

async function set({ url, token }: Setpoint, siteIds: readonly string[], commandOf: CommandOf): Promise<void> {
  const batches = siteIds.map((siteId, site) => ({ siteId, schedules: [commandOf(site)] }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ mode: 'all', batches });
  const response = await fetch(new URL(PATH, url), { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`POST ${PATH}: ${response.status} ${text.slice(0, 200)}`);
}
