import type { SetpointClient } from '@setpoint/client';
import type { Plant, PlantConfig } from '@setpoint/controller';
import { forecastOf } from './demo-past.ts';
import type { DemoRegistry, DemoSite } from './demo-registry.ts';
import { demoSchedules, demoStartMs } from './demo-schedules.ts';
import { isInDemoPool } from './make-demo-pool.ts';

const MINUTE_MS = 60_000;

export interface Revival {
  readonly trader: Pick<SetpointClient, 'readSite' | 'setSchedules'>;
  readonly plants: readonly PlantConfig[];
  readonly nowMs: number;
}

/** The sites after an earlier start: each has a plan, and the devices of the pool are in the weather that it expects. */
export async function revivePlants(
  { sites, ...registry }: DemoRegistry,
  { trader, plants, nowMs }: Revival,
): Promise<{ readonly registry: DemoRegistry; readonly running: ReadonlyMap<string, Plant> }> {
  const running = new Map<string, Plant>();
  const planned: DemoSite[] = [];
  for (const site of sites) {
    const plant = plants.find(({ name }) => name === site.siteName);
    const now = plant === undefined ? site : await withPlan(site, plant, { trader, nowMs });
    planned.push(now);
    if (plant !== undefined && isInDemoPool(plant.name))
      running.set(plant.name, await revived(now, plant, { trader, nowMs }));
  }
  return { registry: { ...registry, sites: planned }, running };
}

type By = Pick<Revival, 'trader' | 'nowMs'>;

/** Sets a new plan where nothing is set from now on; what a visitor set stays. */
async function withPlan(site: DemoSite, plant: PlantConfig, { trader, nowMs }: By): Promise<DemoSite> {
  const { schedules } = await trader.readSite(site.siteId);
  if (schedules.some(({ entries }) => entries.some(({ endAt }) => Date.parse(endAt) > nowMs))) return site;
  await trader.setSchedules(site.siteId, demoSchedules(site.siteName, nowMs, await forecastOf(plant, nowMs)));
  return { ...site, plannedFromMs: demoStartMs(nowMs) };
}

async function revived({ siteId, plannedFromMs }: DemoSite, plant: PlantConfig, { trader, nowMs }: By): Promise<Plant> {
  const { simulatePast } = await import('@setpoint/controller');
  const { schedules: commands } = await trader.readSite(siteId);
  const snapshot = { revision: 'past', issuedAt: new Date(nowMs).toISOString(), holdSeconds: null, commands };
  const times = { fromMs: plannedFromMs, toMs: nowMs - MINUTE_MS, everyMs: MINUTE_MS };
  const past = simulatePast({ siteId, plant, snapshot, ...times });
  let step = past.next();
  while (step.done !== true) step = past.next();
  return step.value;
}
