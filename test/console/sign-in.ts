import type { Browser, Page } from 'playwright-core';
import type { Credentials } from '../support/service/sign-in.ts';
import { openPage, type PageOptions } from './open-page.ts';
import type { ConsoleWorld } from './start-world.ts';

export interface SignInOptions extends PageOptions {
  readonly path?: string;
  readonly credentials?: Credentials;
}

/** A page of somebody who is signed in. */
export async function signIn(browser: Browser, world: ConsoleWorld, options: SignInOptions = {}): Promise<Page> {
  const { path = '/', credentials = world.credentials, ...look } = options;
  const [page, link] = await Promise.all([openPage(browser, world.url(), look), world.link(credentials)]);
  // What signs in is behind the #, and good on every page: so one is loaded, not two.
  await page.goto(world.url() + path + new URL(link).hash);
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  return page;
}
