import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSetpointClient, requestSignInLink } from '@setpoint/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf } from '../harness/sign-in.ts';
import { makeTempDir } from '../harness/temp-dir.ts';
import { type Demo, startDemo } from '../start-demo.ts';
import { executablePath, launchBrowser, openPage } from './open-page.ts';

const SITES = 12;
const SHOWN_SITE = 'Grid battery Antwerp';
const TAKEN = fileURLToPath(new URL('../../test-artefacts/console/', import.meta.url));
const SHOWN = fileURLToPath(new URL('../../docs/images/', import.meta.url));
/** Set, the pictures of the documents are replaced by those just taken. */
const isForDocuments = process.env['SETPOINT_WRITE_PICTURES'] !== undefined;
const LOOKS = [
  { theme: 'light', width: 1_240, height: 920, suffix: '' },
  { theme: 'dark', width: 1_240, height: 920, suffix: '' },
  { theme: 'light', width: 390, height: 1_600, suffix: '-phone' },
  { theme: 'dark', width: 390, height: 1_600, suffix: '-phone' },
] as const;

describe.skipIf(executablePath === undefined)('the pictures of the documents', () => {
  let folder: Awaited<ReturnType<typeof makeTempDir>>;
  let demo: Demo;
  let browser: Browser;
  let siteId: string;

  beforeAll(async () => {
    folder = await makeTempDir();
    demo = await startDemo(folder.path);
    browser = await launchBrowser();
    const operator = createSetpointClient({ url: demo.url, ...(await operatorOf(folder.path)) });
    const sites = await operator.listSites();
    siteId = sites.find(({ siteName }) => siteName === SHOWN_SITE)?.siteId ?? '';
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await demo.stop();
    await folder[Symbol.asyncDispose]();
  });

  it.each(LOOKS)('show the demonstration, $theme, $width wide', async ({ theme, width, height, suffix }) => {
    const { page, complaints, takePicture } = await openPage(browser, demo.url, { theme, width, height });
    await page.goto((await requestSignInLink({ url: demo.url }, await operatorOf(folder.path))).url);
    await page.getByText(`${SITES} sites`, { exact: true }).waitFor();
    await expect.poll(() => page.getByText('● online').count()).toBeGreaterThan(SITES / 2);
    await page.locator('.followed').first().waitFor();
    await takePicture(`fleet-${theme}${suffix}`);
    await page.goto(`${demo.url}/sites/${siteId}`);
    await page.getByText(/Grid: .* kW/).waitFor();
    await page.getByRole('application', { name: /Measured state of charge/ }).waitFor();
    // The plant runs: whether its battery is idle depends on the time of day.
    await page.getByText('consuming', { exact: true }).waitFor();
    await takePicture(`site-${theme}${suffix}`);
    if (isForDocuments && suffix === '') {
      mkdirSync(SHOWN, { recursive: true });
      for (const view of ['fleet', 'site'])
        copyFileSync(`${TAKEN}${view}-${theme}.png`, `${SHOWN}${view}-${theme}.png`);
    }
    expect(complaints).toEqual([]);
  });
});
