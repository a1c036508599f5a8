import { join } from 'node:path';
import { fillEvents } from '../../test/journeys/events/fill-events.ts';
import { cpuMicrosOf } from '../load/cpu-micros-of.ts';
import { medianOf } from '../run/compare.ts';
import { listenToEvents } from '../run/listen-to-events.ts';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import { batchText, batteryCommand, FIRST_STAMP } from '../run/batch-text.ts';
import { schedulesPath, type SeededStore, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';
import { askFleet, DAY_WINDOW, setWholeDay, type DayProbe } from '../run/set-whole-day.ts';

const LISTENERS = 200;
const BATCHES = 60;
const LOGGED = 10_000_000;
const PROBES = 300;

/** From a POST to the last of many listeners. */
export function eventRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    await using setpoint = await startSetpoint(store.dataDir);
    const tookMs: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) tookMs.push(...(await eventDelays(setpoint, store)));
    tookMs.sort((one, other) => one - other);
    const p99 = tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.NaN;
    const what = 'from sending a POST to the event at a listener, p99: more than from its commit';
    return { kind: 'claimed', claims: [limitedTo(what, { measured: p99, atMost: 50, unit: 'ms' })] };
  };
  return { name: 'events', title: `Events to ${LISTENERS} listeners, one batch after the other`, measure };
}

/** What a full log does to everything else of the fleet interface. */
export function largeLogRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    const small = await costsOf(run, store);
    const [siteId = ''] = store.stamps.keys();
    fillEvents({ databasePath: join(store.dataDir, 'setpoint.sqlite'), siteId, rows: LOGGED, at: Date.now() });
    const large = await costsOf(run, store);
    const claims = [...small].map(([what, before]) => {
      const ratio = (large.get(what) ?? Number.NaN) / before;
      return { what, measured: `${ratio.toFixed(2)} times`, limit: '≤ 1.2 times', holds: ratio <= 1.2 };
    });
    return { kind: 'claimed', claims };
  };
  const title = `The same with ${LOGGED.toLocaleString('en-US')} rows in the event log, beside what it was without`;
  return { name: 'large-log', title, measure };
}

async function eventDelays(setpoint: Setpoint, { stamps }: SeededStore): Promise<number[]> {
  using listening = await listenToEvents(setpoint, LISTENERS);
  const tookMs: number[] = [];
  const siteIds = [...stamps.keys()].slice(0, BATCHES);
  for (const [index, siteId] of siteIds.entries()) {
    const sentAt = performance.now();
    const text = await askFleet(setpoint, schedulesPath(siteId), batchText([batteryCommand(FIRST_STAMP * 7 + index)]));
    const { batchId } = JSON.parse(text) as { batchId: string };
    const heardAt = await listening.heard(batchId);
    // The first few warm up.
    if (index >= BATCHES / 6) tookMs.push(...heardAt.map((at) => at - sentAt));
  }
  return tookMs;
}

/** The processor time of the service for each question, ms, and the delay of events; medians over the rounds. */
async function costsOf(run: Run, store: SeededStore): Promise<Map<string, number>> {
  await using setpoint = await startSetpoint(store.dataDir);
  const siteIds = [...store.stamps.keys()];
  const day = await setWholeDay(setpoint, siteIds[0] ?? '');
  const costs = new Map<string, number[]>();
  for (let round = 0; round <= run.rounds; round += 1) {
    const measured = [
      ['the plan of a day, processor time', await cpuOf(setpoint, PROBES, () => askDay(setpoint, day.plan))],
      ['validate with both plans, processor time', await cpuOf(setpoint, PROBES, () => askDay(setpoint, day.validate))],
      ['validate without plans, processor time', await cpuOf(setpoint, PROBES, () => askDay(setpoint, day.judge))],
      ['headroom of 1,000 sites, processor time', await cpuOf(setpoint, 1, () => askHeadroom(setpoint, siteIds))],
      ['1,000 sites in one body, processor time', await cpuOf(setpoint, 1, () => setAll(setpoint, siteIds, round))],
      ['an event to a listener, median', medianOf(await eventDelays(setpoint, store))],
    ] as const;
    // The first round only warms up.
    for (const [what, cost] of round === 0 ? [] : measured) costs.set(what, [...(costs.get(what) ?? []), cost]);
  }
  return new Map([...costs].map(([what, rounds]) => [what, medianOf(rounds)]));
}

async function cpuOf({ pid }: Setpoint, times: number, act: () => Promise<unknown>): Promise<number> {
  const before = cpuMicrosOf(pid);
  for (let time = 0; time < times; time += 1) await act();
  return (cpuMicrosOf(pid) - before) / times;
}

function askDay(setpoint: Setpoint, { path, body }: DayProbe): Promise<string> {
  return askFleet(setpoint, path, body);
}

function askHeadroom(setpoint: Setpoint, siteIds: readonly string[]): Promise<string> {
  return askFleet(setpoint, '/api/v1/fleet/headroom', JSON.stringify({ siteIds, ...DAY_WINDOW }));
}

function setAll(setpoint: Setpoint, siteIds: readonly string[], round: number): Promise<string> {
  const command = batteryCommand(FIRST_STAMP * 6 + round);
  const batches = siteIds.map((siteId) => ({
    siteId,
    schedules: [{ ...command, entries: command.entries.slice(0, 1) }],
  }));
  return askFleet(setpoint, '/api/v1/fleet/schedules', JSON.stringify({ mode: 'all', batches }));
}
