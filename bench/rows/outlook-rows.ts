import type { LoadResult } from '../load/load-plan.ts';
import { runLoad } from '../run/run-load.ts';
import { medianOf } from '../run/compare.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { FIRST_STAMP, stampedBody } from '../run/batch-text.ts';
import { schedulesPath, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';
import { askFleet, DAY_WINDOW, setWholeDay } from '../run/set-whole-day.ts';

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
      limit: '≤ 1.2 times',
    };
    return { kind: 'claimed', claims: [{ ...claim, holds: ratio <= 1.2 }] };
  };
  return { name: 'validate', title: 'Validate 1 command of 96 entries, without plans', measure };
}

/** A day of every command at once, planned, and with a batch validated against it; one question after the other. */
export function dayPlanRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(10);
    const [siteId = ''] = store.stamps.keys();
    await using setpoint = await startSetpoint(store.dataDir);
    const { plan, validate } = await setWholeDay(setpoint, siteId);
    const headers = { authorization: `Bearer ${setpoint.token}`, 'content-type': 'application/json' };
    const text = validate.body;
    const body = { text, stampAt: text.indexOf(String(FIRST_STAMP)), firstStamp: FIRST_STAMP };
    const load = { connections: 1, expectStatus: 200, headers } as const;
    const planned: LoadResult[] = [];
    const validated: LoadResult[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      planned.push(await runLoad(planFor(run, setpoint, { ...load, method: 'GET', paths: [plan.path] })));
      validated.push(await runLoad(planFor(run, setpoint, { ...load, method: 'POST', paths: [validate.path], body })));
    }
    return {
      kind: 'claimed',
      claims: [claimOfLoad('the plan', planned, 10), claimOfLoad('validate with both plans', validated, 15)],
    };
  };
  return {
    name: 'day-plan',
    title: 'A day with every command that can stand beside the others, 96 entries each',
    measure,
  };
}

function claimOfLoad(what: string, rounds: readonly LoadResult[], limitMs: number) {
  const cpuMs = medianOf(rounds.map(({ serverMicrosPerRequest }) => serverMicrosPerRequest)) / 1_000;
  const told = `${what}, p99; ${cpuMs.toFixed(1)} ms of processor time each`;
  return claimOf(told, medianOf(rounds.map(({ p99Ms }) => p99Ms)), limitMs);
}

/** The question a trader asks before bidding. */
export function headroomRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    await using setpoint = await startSetpoint(store.dataDir);
    const body = JSON.stringify({ siteIds: [...store.stamps.keys()], ...DAY_WINDOW });
    const tookMs: number[] = [];
    let bytes = 0;
    for (let round = 0; round <= run.rounds; round += 1) {
      const startedAt = performance.now();
      bytes = Buffer.byteLength(await askFleet(setpoint, '/api/v1/fleet/headroom', body));
      if (round > 0) tookMs.push(performance.now() - startedAt);
    }
    const claim = claimOf(`${(bytes / 1e6).toFixed(0)} MB, to the last byte`, medianOf(tookMs), 2_000);
    return { kind: 'claimed', claims: [claim] };
  };
  return { name: 'headroom', title: 'Headroom of 1,000 sites over a day by quarter hour', measure };
}

function claimOf(what: string, tookMs: number, limitMs: number) {
  const shown = (ms: number) => (ms >= 1_000 ? `${(ms / 1_000).toFixed(2)} s` : `${ms.toFixed(1)} ms`);
  return { what, measured: shown(tookMs), limit: `≤ ${shown(limitMs)}`, holds: tookMs <= limitMs };
}

function fleetPath(siteId: string): string {
  return `/api/v1/fleet/sites/${siteId}`;
}
