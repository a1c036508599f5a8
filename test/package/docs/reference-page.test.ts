import { OPERATIONS, PATHS } from '@setpoint/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { launchBrowser } from '../../console/open-page.ts';
import { noBrowser } from '../../support/find-browser.ts';
import { openWorld, type World } from '@setpoint/server/testing/open-world';

describe('the reference in a browser', unless(noBrowser), () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    world = await openWorld();
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1_400, height: 900 } });
    page.setDefaultTimeout(60_000);
    page.on('request', (request) => requests.push(request.url()));
    page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(world.base + PATHS.reference);
  });

  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  const openInSidebar = (summary: string) =>
    page.getByRole('complementary').getByText(summary, { exact: true }).click();

  it('names every operation, and shows those of every kind', async () => {
    const named = await page.getByRole('complementary').allInnerTexts();
    const lines = new Set(named.join('\n').split('\n'));
    expect(OPERATIONS.map(({ summary }) => summary).filter((summary) => !lines.has(summary))).toEqual([]);
    const byKind = Map.groupBy(OPERATIONS, ({ tag }) => tag);
    for (const [first] of byKind.values()) {
      const summary = first?.summary ?? '';
      await openInSidebar(summary);
      await page.getByRole('region', { name: summary, exact: true }).getByText('Copy as Markdown').waitFor();
    }
  });

  it('offers nothing of anybody else, asks nobody else, and has nothing to complain of', async () => {
    expect(complaints).toEqual([]);
    await expect(page.getByText(/Ask AI|Generate MCP|Open API Client|Deploy/i).count()).resolves.toBe(0);
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([world.base]));
    expect(requests).toEqual(expect.arrayContaining([world.base + PATHS.openapi]));
  });

  it('tries a call out, at the service that the page came from', async () => {
    await openInSidebar('Check the service');
    const region = page.getByRole('region', { name: 'Check the service', exact: true });
    await region.getByRole('button', { name: 'Test Request' }).click();
    const isHealth = (response: { url(): string }) => new URL(response.url()).pathname === PATHS.health;
    const [answered] = await Promise.all([
      page.waitForResponse(isHealth),
      page.getByRole('dialog').getByRole('button', { name: 'Send get request' }).click(),
    ]);
    expect([answered.status(), new URL(answered.url()).origin]).toEqual([204, world.base]);
  });
});
