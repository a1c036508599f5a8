import type { Page } from 'playwright-core';
import { batchText, type Command } from '../run/batch-text.ts';
import { schedulesPath } from '../run/seeded-store.ts';
import type { Setpoint } from '../run/start-setpoint.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 5 * MINUTE_MS;
const ENTRIES = 288;
const DAYS = 3;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** For each command how its values run through a day. */
const LANES: readonly (readonly [asset: string, type: string, valueAt: (step: number) => number])[] = [
  ['grid', 'upperLimitkW', (step) => 2_000 + (step % 7)],
  ['grid', 'lowerLimitkW', (step) => -2_000 - (step % 5)],
  ['grid', 'activePowerkW', (step) => Math.round(500 * Math.sin(step / 20))],
  ['grid', 'afrrImportBookingkW', (step) => 300 + (step % 3)],
  ['grid', 'afrrExportBookingkW', (step) => 300 + (step % 4)],
  ['grid', 'afrrActivationkW', (step) => (step % 9) * 30 - 120],
  ['grid', 'mfrrImportBookingkW', (step) => 200 + (step % 6)],
  ['grid', 'mfrrExportBookingkW', (step) => 200 + (step % 2)],
  ['grid', 'mfrrActivationkW', (step) => (step % 5) * 40 - 80],
  ['grid', 'fcrImportkW', (step) => 100 + (step % 11)],
  ['grid', 'fcrExportkW', (step) => 100 + (step % 13)],
  ['solar', 'solarCurtailmentPcnt', (step) => step % 100],
  ['bess', 'activePowerkW', (step) => (step % 17) * 20 - 160],
];

/** The one that the service does not hold beside the battery's setpoint. */
const LAST_LANE = ['bess', 'optimalSocPcnt', (step: number) => 20 + (step % 60)] as const;

/** Sets 13 commands of 288 entries; the page is told of a fourteenth, and of three days of measurements. */
export async function fillTimeline(setpoint: Setpoint, page: Page, siteId: string): Promise<void> {
  const commands = LANES.map(commandOf);
  const headers = { authorization: `Bearer ${setpoint.token}`, 'content-type': 'application/json' };
  for (const part of [commands.slice(0, 7), commands.slice(7)]) {
    const url = new URL(schedulesPath(siteId), setpoint.url);
    const response = await fetch(url, { method: 'POST', headers, body: batchText(part) });
    if (response.status !== 201) throw new Error(`not set: ${response.status} ${await response.text()}`);
  }
  await page.route(`**/api/v1/public/sites/${siteId}`, async (route) => {
    const answered = await route.fetch();
    const site = (await answered.json()) as { schedules: Command[] };
    await route.fulfill({
      response: answered,
      json: { ...site, schedules: [...site.schedules, commandOf(LAST_LANE)] },
    });
  });
  await page.route(`**/sites/${siteId}/measurements?*`, async (route) => {
    const answered = await route.fetch();
    const answer = (await answered.json()) as object;
    await route.fulfill({ response: answered, json: { ...answer, measurements: measuredMinutes() } });
  });
}

function commandOf([asset, type, valueAt]: (typeof LANES)[number]): Command {
  const from = dayStart();
  const instant = (step: number) => new Date(from + step * STEP_MS).toISOString();
  const entries = Array.from({ length: ENTRIES }, (_, step) => ({
    startAt: instant(step),
    endAt: instant(step + 1),
    value: valueAt(step),
  }));
  return { asset, type, entries };
}

function measuredMinutes() {
  const from = dayStart() - (DAYS - 1) * DAY_MS;
  return Array.from({ length: (DAYS * DAY_MS) / MINUTE_MS }, (_, minute) => {
    const [startAt, endAt] = [minute, minute + 1].map((each) => new Date(from + each * MINUTE_MS).toISOString());
    const mean = { startAt, endAt, activePowerkW: Math.round(1_000 * Math.sin(minute / 90)) };
    return ['grid', 'bess'].map((asset) => ({ ...mean, asset, soc: asset === 'bess' ? 50 + (minute % 30) : null }));
  }).flat();
}

function dayStart(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}
