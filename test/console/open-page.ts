import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../support/find-browser.ts';

/** Pictures of every journey, to look at afterwards. */
const ARTEFACTS = fileURLToPath(new URL('../../test-artefacts/console/', import.meta.url));
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

export const executablePath = findBrowser();

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...QUIET],
  });
}

export interface OpenedPage {
  readonly page: Page;
  /** What the browser found wrong: errors, refused styles and scripts, requests to anybody else. */
  readonly complaints: string[];
  readonly takePicture: (name: string) => Promise<void>;
}

export interface PageOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** With fingers; a phone. */
  readonly hasTouch?: boolean;
}

/** A page with cookies of its own, watched for everything that should not be. */
export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<OpenedPage> {
  const { theme = 'light', width = 1_280, height = 900, hasTouch = false } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch });
  const page = await context.newPage();
  // With 10,000 sites and a second test beside it, a busy machine may paint nothing for many seconds.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself notes each answer that is no success; journeys look at what the page makes of it.
    const isNote = message.text().startsWith('Failed to load resource');
    if ((message.type() === 'error' || message.type() === 'warning') && !isNote) complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    // That of a page that is left with a draft is ours.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const origin = new URL(url).origin;
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asked elsewhere: ${request.url()}`);
  });
  mkdirSync(ARTEFACTS, { recursive: true });
  return {
    page,
    complaints,
    takePicture: async (name) => {
      await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
    },
  };
}
