import { it } from 'vitest';
import { launchBrowser } from './open-page.ts';
import { startTied } from './start-tied.ts';

/** What every file of a worker shares: begun with the first that asks for it, ended with the worker. */
// The braces are what vitest reads the names of other fixtures from.
// oxlint-disable no-empty-pattern
export const inWorker = it
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('service', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const service = await startTied();
    onCleanup(() => service[Symbol.asyncDispose]());
    return service;
  });
