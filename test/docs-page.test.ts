import { OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../packages/server/src/http/build-http.ts';
import { docsRoutes } from '../packages/server/src/http/routes/docs-routes.ts';
import { findBrowser } from './find-browser.ts';

const executablePath = findBrowser();
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

describe.skipIf(executablePath === undefined)('the reference in a browser', () => {
  let app: FastifyInstance;
  let base: string;
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    app = buildHttp({ logger: pino({ level: 'silent' }), isStopping: () => false, trustedProxies: [], tls: undefined });
    docsRoutes(app, { publicUrl: 'https://setpoint.example.com' });
    base = await app.listen({ host: '127.0.0.1', port: 0 });
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', ...QUIET],
    });
    page = await browser.newPage({ viewport: { width: 1_400, height: 900 } });
    page.setDefaultTimeout(10_000);
    page.on('request', (request) => requests.push(request.url()));
    page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(base + PATHS.docs);
  });

  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const openInSidebar = (summary: string) =>
    page.getByRole('complementary').getByText(summary, { exact: true }).click();

  it('shows every operation', async () => {
    for (const { summary } of OPERATIONS) {
      await openInSidebar(summary);
      await page.getByRole('region', { name: summary, exact: true }).getByText('Copy as Markdown').waitFor();
    }
  });

  it('shows the example of a request, the table of commands and an error', async () => {
    await openInSidebar('Set schedules');
    const region = page.getByRole('region', { name: 'Set schedules' });
    await region.getByText('--request POST').first().waitFor();
    await region.getByRole('cell', { name: 'grid afrrActivationkW' }).waitFor();
    await region.getByRole('tab', { name: '422' }).click();
    await region.getByText('idempotency_conflict').first().waitFor();
  });

  it('is searched and darkened without a complaint', async () => {
    await page.getByRole('button', { name: 'Open Search' }).click();
    await page.keyboard.type('grant');
    await page.getByRole('dialog').getByText('Take access away').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /dark mode/i }).click();
    await page.locator('body.dark-mode').waitFor();
    expect(complaints).toEqual([]);
  });

  it('offers nothing of anybody else and asks nobody else', async () => {
    await expect(page.getByText(/Ask AI|Generate MCP|Test Request|Open API Client|Deploy/i).count()).resolves.toBe(0);
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([base]));
    expect(requests).toEqual(expect.arrayContaining([base + PATHS.openapi]));
  });
});
