import type { TestOptions } from 'vitest';
import { findBrowser } from './find-browser.ts';

declare module 'vitest' {
  export interface TaskMeta {
    /** Why a test, or a group of tests, is skipped. */
    readonly missing?: string;
  }
}

/** Options of tests for which something may be missing here: then they are skipped, and the end of the run says why. */
export function unless(missing: string | undefined): TestOptions {
  return missing === undefined ? {} : { skip: true, meta: { missing } };
}

/** Why nothing can be opened in a browser here. */
export const noBrowser =
  findBrowser() === undefined
    ? 'no Chromium or Chrome is there (on Debian: apt-get install chromium; CI=true npm test installs it, as root)'
    : undefined;
