import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { executablePath, launchBrowser, type OpenedPage } from './open-page.ts';
import { signIn, type SignInOptions } from './sign-in.ts';
import { type ConsoleWorld, startWorld } from './start-world.ts';

const START_WITHIN_MS = 120_000;

/** A world of its own and a browser, which are there once the tests run. */
export interface ConsoleUnderTest {
  readonly world: ConsoleWorld;
  readonly browser: Browser;
  /** A page of somebody who is signed in. */
  signIn(options?: SignInOptions): Promise<OpenedPage>;
}

/** Tests in a real browser, left out where there is none. */
export function describeConsole(title: string, tests: (underTest: ConsoleUnderTest) => void): void {
  describe.skipIf(executablePath === undefined)(title, () => {
    let started: { readonly world: ConsoleWorld; readonly browser: Browser } | undefined;
    const startedOrThrow = () => {
      if (started === undefined) throw new Error('the world is there when the tests run, not before');
      return started;
    };
    beforeAll(async () => {
      started = { world: await startWorld(), browser: await launchBrowser() };
    }, START_WITHIN_MS);
    afterAll(async () => {
      const { world, browser } = startedOrThrow();
      await browser.close();
      await world[Symbol.asyncDispose]();
    });
    tests({
      get world() {
        return startedOrThrow().world;
      },
      get browser() {
        return startedOrThrow().browser;
      },
      signIn: (options) => signIn(startedOrThrow().browser, startedOrThrow().world, options),
    });
  });
}
