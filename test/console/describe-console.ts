import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { inWorker } from './in-worker.ts';
import { takeComplaints } from './open-page.ts';
import { noBrowser } from '../support/find-browser.ts';
import { signIn, type SignInOptions } from './sign-in.ts';
import { type ConsoleWorld, openWorld } from './start-world.ts';

/** A world and a browser, which are there once the tests run. */
export interface ConsoleUnderTest<World extends ConsoleWorld = ConsoleWorld> {
  readonly world: World;
  readonly browser: Browser;
  /** A page of somebody who is signed in. */
  signIn(options?: SignInOptions): Promise<Page>;
}

/** Tests in a browser, over the service of the worker: others were there before, and what they made still is. */
export function describeConsole(title: string, tests: (underTest: ConsoleUnderTest) => void): void {
  describe(title, unless(noBrowser), () => {
    const underTest = underTestOf();
    inWorker.beforeAll(async ({ browser, service }) => {
      Object.assign(underTest, { world: await openWorld(service), browser });
    });
    tests(underTest);
  });
}

/** The same over a world of its own, for tests that end its process, set it up, or ask about all of it. */
export function describeOwnConsole<World extends ConsoleWorld>(
  title: string,
  start: () => Promise<World>,
  tests: (underTest: ConsoleUnderTest<World>) => void,
): void {
  describe(title, unless(noBrowser), () => {
    const underTest = underTestOf<World>();
    inWorker.beforeAll(async ({ browser }) => {
      Object.assign(underTest, { world: await start(), browser });
    });
    tests(underTest);
  });
}

function underTestOf<World extends ConsoleWorld>(): ConsoleUnderTest<World> {
  const underTest = {
    signIn: (options) => signIn(underTest.browser, underTest.world, options),
  } as ConsoleUnderTest<World>;
  // Nobody may find anything wrong. A page that is left open follows the fleet, and takes time from the next.
  afterEach(async () => {
    await Promise.all(underTest.browser.contexts().map((context) => context.close()));
    expect(takeComplaints()).toEqual([]);
  });
  afterAll(() => underTest.world[Symbol.asyncDispose]());
  return underTest;
}
