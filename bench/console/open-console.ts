import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser, noBrowser } from '../../test/support/find-browser.ts';
import type { SeededStore } from '../run/seeded-store.ts';
import type { Setpoint } from '../run/start-setpoint.ts';

/** The console in a real browser, signed in. */
export interface OpenConsole extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
}

const VIEWPORT = { width: 1_280, height: 900 };
const READ_WITHIN_MS = 120_000;
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

export async function openConsole(setpoint: Setpoint, { dataDir }: SeededStore): Promise<OpenConsole> {
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    page.setDefaultTimeout(READ_WITHIN_MS);
    await page.goto(await signInUrl(setpoint, dataDir));
    await page.getByRole('rowheader').first().waitFor();
    return { context, page, [Symbol.asyncDispose]: () => browser.close() };
  } catch (cause) {
    await browser.close();
    throw cause;
  }
}

async function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error(noBrowser);
  // Signals are for bench/run/end-children-when-told.ts: the browser's own handler would end this process at once.
  return await chromium.launch({ executablePath, args: ARGS, handleSIGINT: false, handleSIGTERM: false });
}

async function signInUrl(setpoint: Setpoint, dataDir: string): Promise<string> {
  const { clientId, clientSecret } = JSON.parse(await readFile(join(dataDir, 'operator.json'), 'utf8')) as {
    clientId: string;
    clientSecret: string;
  };
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await fetch(new URL('/session/links', setpoint.url), { method: 'POST', body });
  if (response.status !== 201) throw new Error(`no link: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { url: string }).url;
}
