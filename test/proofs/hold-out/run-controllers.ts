import { followSite } from '../../support/site/follow-site.ts';
import type { World } from './world.ts';

const REPORT_EVERY_MS = 5_000;

/** The controllers of the fleet: they apply what they get, and report. */
export async function runControllers({ mqttPort, fleetSites }: World): Promise<void> {
  for (const login of fleetSites) await followSite([mqttPort], login, { reportEveryMs: REPORT_EVERY_MS });
}
