import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findViolations } from '../../console/find-violations.ts';
import { launchBrowser } from '../../console/open-page.ts';
import { noBrowser } from '../../support/find-browser.ts';
import { openWorld, type World } from '@setpoint/server/testing/open-world';

const FILES = pathToFileURL(fileURLToPath(new URL('../../../packages/server/dist/docs/', import.meta.url))).href;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1_300, height: 900 };
// Each thing that pages are made of is in one of them.
const PAGES = ['index', 'install', 'controllers', 'configuration', 'fleet', 'glossary'];

describe('the docs in a browser', unless(noBrowser), () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    world = await openWorld();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  async function open(address: string, options: BrowserContextOptions = { viewport: DESK }) {
    const page = await browser.newPage(options);
    const complaints: string[] = [];
    const asked: string[] = [];
    page.setDefaultTimeout(60_000);
    page.on('request', (request) => asked.push(request.url()));
    page.on('requestfailed', (request) => complaints.push(request.url()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    await page.goto(address);
    return { page, complaints, asked };
  }
  const find = async (page: Page, words: string) => {
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    const [first] = await page.getByLabel('What was found').getByRole('link').all();
    await first?.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/hold\.html/);
    await page.getByRole('heading', { name: 'The emergency stop' }).waitFor();
  };

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [DESK, PHONE]) {
      it(`can be read by everybody: ${colorScheme}, ${viewport.width} wide`, async () => {
        for (const name of PAGES) {
          const { page, complaints } = await open(`${world.base}/docs/${name}.html`, { colorScheme, viewport });
          // axe is put in from outside, past the policy of the page.
          expect([name, await findViolations(page)]).toEqual([name, []]);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect([name, width, complaints]).toEqual([name, viewport.width, []]);
          await page.close();
        }
      });
    }
  }

  it('is searched without a server that searches, and asks nobody else', async () => {
    const { page, asked, complaints } = await open(`${world.base}/docs/`);
    await find(page, 'emergency stop');
    expect(complaints).toEqual([]);
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([world.base]));
    await page.close();
  });

  it('is searched as files too', async () => {
    const { page, complaints } = await open(`${FILES}index.html`);
    await find(page, 'emergency stop');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('has blocks to copy, the next page, and a way to the console', async () => {
    const { page } = await open(`${world.base}/docs/first-day-trader.html`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.base });
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('pre code').first().textContent());
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL(/first-day-controller\.html$/);
    expect(await page.getByRole('banner').getByRole('link', { name: 'Console' }).getAttribute('href')).toBe('/');
    await page.close();
  });

  it('has a menu that opens on a phone', async () => {
    const { page } = await open(`${world.base}/docs/hold.html`, { viewport: PHONE });
    await page.getByText('All pages').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Glossary' }).click();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await page.close();
  });

  it('leads to the reference, from the address where that was too', async () => {
    const { page } = await open(`${world.base}/docs`);
    await page.getByRole('banner').getByRole('link', { name: 'Reference' }).click();
    await page.getByRole('heading', { name: 'Authentication' }).first().waitFor();
    await page.close();
  });
});
