import { CATALOGUE } from '@setpoint/contract';
import { runLoad } from '../run/run-load.ts';
import { medianOf } from '../run/compare.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { batchText, type Command, stampedBody } from '../run/schedule-text.ts';
import { schedulesPath, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';

const DAY = Date.UTC(2027, 0, 15);
const QUARTER_MS = 900_000;
const WINDOW = { from: new Date(DAY).toISOString(), to: new Date(DAY + 96 * QUARTER_MS).toISOString() };
const QUERY = new URLSearchParams(WINDOW).toString();
const POSTERS = 8;

/** What it costs to ask what would become of a batch, beside setting it. */
export function validateRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    const siteIds = [...store.stamps.keys()].slice(0, POSTERS);
    await using setpoint = await startSetpoint(store.dataDir);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${setpoint.token}` };
    const load = { method: 'POST', connections: POSTERS, headers, body: stampedBody(store.nextStamp) } as const;
    const ratios: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      const asked = siteIds.map((siteId) => `${fleetPath(siteId)}/schedules/validate`);
      const validated = await runLoad(planFor(run, setpoint, { ...load, paths: asked, expectStatus: 200 }));
      const set = siteIds.map(schedulesPath);
      const posted = await runLoad(planFor(run, setpoint, { ...load, paths: set, expectStatus: 201 }));
      ratios.push(validated.serverMicrosPerRequest / posted.serverMicrosPerRequest);
    }
    const ratio = medianOf(ratios);
    const claim = {
      what: 'CPU beside that of a POST',
      measured: `${ratio.toFixed(2)} times`,
      limit: 'at most 1.2 times',
    };
    return { kind: 'claimed', claims: [{ ...claim, holds: ratio <= 1.2 }] };
  };
  return { name: 'validate', title: 'Validate 1 command of 96 entries, without plans', measure };
}

/** A day of every command at once, planned, and with a batch validated against it. */
export function dayPlanRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(10);
    const [siteId = ''] = store.stamps.keys();
    await using setpoint = await startSetpoint(store.dataDir);
    const commands = wholeDay();
    for (const part of [commands.slice(0, 7), commands.slice(7)]) {
      await ask(setpoint, schedulesPath(siteId), batchText(part));
    }
    const body = batchText(commands.slice(2, 3));
    const plan = await p99Of(run, () => ask(setpoint, `${fleetPath(siteId)}/plan?${QUERY}`));
    const path = `${fleetPath(siteId)}/schedules/validate?plan=true&${QUERY}`;
    const validated = await p99Of(run, () => ask(setpoint, path, body));
    return {
      kind: 'claimed',
      claims: [claimOf('the plan, p99', plan, 10), claimOf('validate with both plans, p99', validated, 15)],
    };
  };
  return {
    name: 'day-plan',
    title: 'A day with every command that can stand beside the others, 96 entries each',
    measure,
  };
}

/** The question a trader asks before bidding. */
export function headroomRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    await using setpoint = await startSetpoint(store.dataDir);
    const body = JSON.stringify({ siteIds: [...store.stamps.keys()], ...WINDOW });
    const tookMs: number[] = [];
    let bytes = 0;
    for (let round = 0; round <= run.rounds; round += 1) {
      const startedAt = performance.now();
      bytes = await ask(setpoint, '/api/v1/fleet/headroom', body);
      if (round > 0) tookMs.push(performance.now() - startedAt);
    }
    const claim = claimOf(`${(bytes / 1e6).toFixed(0)} MB, to the last byte`, medianOf(tookMs), 2_000);
    return { kind: 'claimed', claims: [claim] };
  };
  return { name: 'headroom', title: 'Headroom of 1,000 sites over a day by quarter hour', measure };
}

function wholeDay(): Command[] {
  const rows = CATALOGUE.filter(({ type }) => type !== 'optimalSocPcnt');
  return rows.map(({ asset, type }, ordinal) => ({
    asset,
    type,
    entries: Array.from({ length: 96 }, (_, quarter) => ({
      startAt: new Date(DAY + quarter * QUARTER_MS).toISOString(),
      endAt: new Date(DAY + (quarter + 1) * QUARTER_MS).toISOString(),
      value: valueOf(type, (quarter * 7 + ordinal) % 20),
    })),
  }));
}

// An activation must fit its booking, and limits must not cross.
function valueOf(type: string, varied: number): number {
  if (type === 'upperLimitkW') return 500 + varied;
  if (type === 'lowerLimitkW') return -500 - varied;
  return type.includes('Booking') ? 50 + varied : varied;
}

async function p99Of({ measureMs }: Run, act: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 200; warm += 1) await act();
  const tookMs: number[] = [];
  const until = performance.now() + measureMs;
  while (performance.now() < until) {
    const startedAt = performance.now();
    await act();
    tookMs.push(performance.now() - startedAt);
  }
  tookMs.sort((one, other) => one - other);
  return tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.NaN;
}

/** Asks once, reads all of the answer, and says how long it is. */
async function ask({ url, token }: Setpoint, path: string, body?: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(new URL(path, url), { headers, ...sent });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  return bytes;
}

function claimOf(what: string, tookMs: number, limitMs: number) {
  const shown = (ms: number) => (ms >= 1_000 ? `${(ms / 1_000).toFixed(2)} s` : `${ms.toFixed(1)} ms`);
  return { what, measured: shown(tookMs), limit: `at most ${shown(limitMs)}`, holds: tookMs <= limitMs };
}

function fleetPath(siteId: string): string {
  return `/api/v1/fleet/sites/${siteId}`;
}
