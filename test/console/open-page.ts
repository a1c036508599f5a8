import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../support/find-browser.ts';

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

export const executablePath = findBrowser();

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...QUIET],
  });
}

export interface PageOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** With fingers; a phone. */
  readonly hasTouch?: boolean;
}

const complaints: string[] = [];

/** A page with cookies of its own, watched for everything that should not be. */
export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<Page> {
  const { theme = 'light', width = 1_280, height = 900, hasTouch = false } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch });
  const page = await context.newPage();
  // With 10,000 sites and a second test beside it, a busy machine may paint nothing for many seconds.
  page.setDefaultTimeout(60_000);
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
  return page;
}

/** What browsers found wrong since the last call: errors, refused styles and scripts, requests to anybody else. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}
