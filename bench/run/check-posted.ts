import { isDeepStrictEqual } from 'node:util';
import type { LoadResult } from '../load/load-plan.ts';
import { inFlight } from './in-flight.ts';
import { siteCommands, type Command } from './batch-text.ts';
import { schedulesPath, sitePath, type SeededStore } from './seeded-store.ts';
import type { Setpoint } from './start-setpoint.ts';

const READS_IN_FLIGHT = 16;

interface Site {
  siteId: string;
  schedules: Command[];
}

/** Every site a load posted to must hold the last batch that some connection had acknowledged for it, whole. */
export async function checkPosted(setpoint: Setpoint, store: SeededStore, load: LoadResult): Promise<void> {
  const posted = [...store.stamps.keys()].filter((siteId) => load.lastStamps[schedulesPath(siteId)]);
  await inFlight(posted, READS_IN_FLIGHT, async (siteId) => {
    const site = JSON.parse(await getText(setpoint, sitePath(siteId))) as Site;
    const stored = site.schedules.find(({ asset }) => asset === 'bess')?.entries[0]?.value ?? Number.NaN;
    if (!load.lastStamps[schedulesPath(siteId)]?.includes(stored)) {
      throw new Error(`site ${siteId} holds ${stored}, not its last acknowledged batch`);
    }
    store.stamps.set(siteId, stored);
    checkSite(store, site);
  });
  store.nextStamp = load.nextStamp;
}

/** Reads a path, checks the sites in the answer against what was sent, and returns the answer's text. */
export async function getChecked(setpoint: Setpoint, store: SeededStore, path: string): Promise<string> {
  const text = await getText(setpoint, path);
  const answer = JSON.parse(text) as Site | { sites: Site[] };
  const sites = 'sites' in answer ? answer.sites : [answer];
  if ('sites' in answer && sites.length !== store.stamps.size) throw new Error(`GET ${path}: ${sites.length} sites`);
  for (const site of sites) checkSite(store, site);
  return text;
}

function checkSite(store: SeededStore, { siteId, schedules }: Site): void {
  const stored = schedules.toSorted((a, b) => (a.asset < b.asset ? -1 : 1));
  if (!isDeepStrictEqual(stored, siteCommands(store.stamps.get(siteId) ?? Number.NaN))) {
    throw new Error(`site ${siteId} does not hold what was sent`);
  }
}

async function getText(setpoint: Setpoint, path: string): Promise<string> {
  const response = await fetch(new URL(path, setpoint.url), { headers: { authorization: `Bearer ${setpoint.token}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
  return text;
}
