import type { Browser } from 'playwright-core';
import type { Credentials } from '../support/service/sign-in.ts';
import { type OpenedPage, openPage, type PageOptions } from './open-page.ts';
import type { ConsoleWorld } from './start-world.ts';

export interface SignInOptions extends PageOptions {
  readonly path?: string;
  readonly credentials?: Credentials;
}

/** A page of somebody who is signed in. */
export async function signIn(browser: Browser, world: ConsoleWorld, options: SignInOptions = {}): Promise<OpenedPage> {
  const { path = '/', credentials = world.credentials, ...look } = options;
  const [opened, link] = await Promise.all([openPage(browser, world.url(), look), world.link(credentials)]);
  // What signs in is behind the #, and good on every page: so one is loaded, not two.
  await opened.page.goto(world.url() + path + new URL(link).hash);
  await opened.page.getByRole('navigation', { name: 'Views' }).waitFor();
  return opened;
}
