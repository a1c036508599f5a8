import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoCommands } from '../../packages/cli/src/demo/demo-plans.ts';
import { executablePath, launchBrowser, openPage } from './open-console.ts';
import { type ConsoleWorld, startWorld } from './start-world.ts';

const PLANTS = [
  'Grid battery Antwerp',
  'Brewery Plzen',
  'Bus depot Gothenburg',
  'Data centre Frankfurt',
  'Hospital Helsinki',
  'Solar park Alentejo',
];
const TAKEN = fileURLToPath(new URL('../../test-artefacts/console/', import.meta.url));
const SHOWN = fileURLToPath(new URL('../../docs/images/', import.meta.url));
/** Set, the pictures of the documents are replaced by those just taken. */
const isForDocuments = process.env['SETPOINT_WRITE_PICTURES'] !== undefined;

describe.skipIf(executablePath === undefined)('the pictures of the documents', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  const siteIds: string[] = [];

  beforeAll(async () => {
    world = await startWorld();
    browser = await launchBrowser();
    for (const name of PLANTS) {
      const siteId = await world.addSimulatedSite(name);
      await world.operator.setSchedules(siteId, demoCommands(name, Date.now()));
      siteIds.push(siteId);
    }
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  it.each(['light', 'dark'] as const)('show the fleet and a site, %s', async (theme) => {
    const { page, complaints, takePicture } = await openPage(browser, world.url(), {
      theme,
      width: 1_240,
      height: 800,
    });
    await page.goto(await world.link());
    await page.getByRole('row', { name: /Solar park Alentejo/ }).waitFor();
    await expect.poll(() => page.getByText('● online').count()).toBe(PLANTS.length);
    await takePicture(`fleet-${theme}`);
    await page.goto(`${world.url()}/sites/${siteIds[0]}`);
    await page.getByText(/Grid: .* kW/).waitFor();
    await takePicture(`site-${theme}`);
    if (isForDocuments) {
      mkdirSync(SHOWN, { recursive: true });
      for (const view of ['fleet', 'site'])
        copyFileSync(`${TAKEN}${view}-${theme}.png`, `${SHOWN}${view}-${theme}.png`);
    }
    expect(complaints).toEqual([]);
  });
});
