import type { Plant, PlantConfig } from '@setpoint/controller';
import type { Seeding } from '@setpoint/server/seeding';
import type { DemoRegistry, DemoSite } from './demo-registry.ts';
import { demoPlanOf, demoSchedules, demoStartMs, demoWindow, FORECAST_STEP_MS } from './demo-schedules.ts';
import { isInDemoPool } from './make-demo-pool.ts';

const MINUTE_MS = 60_000;
const REPORTS_AT_ONCE = 200;

export interface DemoPast {
  readonly registry: DemoRegistry;
  /** The devices of each site by its name, as the day left them. */
  readonly running: ReadonlyMap<string, Plant>;
}

/** Gives each site a day that is over: what a trader set for it, and what its controller reported each minute. */
export async function makeDemoPast(
  seeding: Seeding,
  plants: readonly PlantConfig[],
  { nowMs, onSite }: { readonly nowMs: number; readonly onSite: (siteName: string) => void },
): Promise<DemoPast> {
  const startMs = demoStartMs(nowMs);
  const running = new Map<string, Plant>();
  const sites: DemoSite[] = [];
  await seeding.removeSites(plants.map(({ name }) => name));
  const trader = await seeding.addClient('Demo trader', startMs - MINUTE_MS, true);
  const gridOperator = await seeding.addClient('Demo grid operator', startMs - MINUTE_MS);
  for (const plant of plants) {
    const { name: siteName, timeZone } = plant;
    onSite(siteName);
    const added = await seeding.addSite({ siteName, timeZone }, startMs - MINUTE_MS);
    const batch = {
      ...added,
      clientId: trader.clientId,
      commands: demoSchedules(siteName, nowMs, await forecastOf(plant, nowMs)),
    };
    await seeding.setSchedules(batch, startMs - MINUTE_MS);
    running.set(siteName, await liveThrough(seeding, { siteId: added.siteId, plant, startMs, nowMs }));
    sites.push({ siteName, ...added, plannedFromMs: startMs });
  }
  return { registry: { trader, gridOperator, sites }, running };
}

/** What a site of the pool will draw by itself; the grid battery has a plan of its own. */
export async function forecastOf(plant: PlantConfig, nowMs: number): Promise<readonly number[] | undefined> {
  if (!isInDemoPool(plant.name) || 'grid/activePowerkW' in demoPlanOf(plant.name)) return undefined;
  const { forecastGridKw } = await import('@setpoint/controller');
  return forecastGridKw(plant, { ...demoWindow(nowMs), stepMs: FORECAST_STEP_MS });
}

interface Day {
  readonly siteId: string;
  readonly plant: PlantConfig;
  readonly startMs: number;
  readonly nowMs: number;
}

async function liveThrough(seeding: Seeding, { siteId, plant, startMs, nowMs }: Day): Promise<Plant> {
  const { simulatePast } = await import('@setpoint/controller');
  const snapshot = await seeding.snapshot(siteId, startMs);
  const times = { fromMs: startMs, toMs: nowMs - MINUTE_MS, everyMs: MINUTE_MS };
  const past = simulatePast({ siteId, plant, snapshot, ...times });
  let written: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void>[] = [];
  for (let step = past.next(); ; step = past.next()) {
    if (step.done === true || waiting.length === REPORTS_AT_ONCE) {
      // The next are simulated while these are written.
      await written;
      written = Promise.all(waiting);
      waiting = [];
    }
    if (step.done === true) return written.then(() => step.value);
    waiting.push(seeding.report(siteId, step.value, Date.parse(step.value.sentAt)));
  }
}
