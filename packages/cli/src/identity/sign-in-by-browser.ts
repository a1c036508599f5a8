import { type LoginBegun, type LoginDone, SESSION_PATHS } from '@setpoint/contract';
import { askSession } from '../shell/ask-session.ts';
import { CliError } from '../shell/cli-error.ts';
import { awaitBrowser } from './await-browser.ts';

/** How somebody is led to a provider. */
export interface Leading {
  readonly url: string;
  readonly provider: string | undefined;
  /** Tells the person where to go. */
  readonly show: (address: string, code?: string) => void;
}

const LONGEST_WAIT_MS = 10 * 60_000;

/** By the browser of this machine, which the provider and the service send back here. */
export async function signInByBrowser({ url, provider, show }: Leading): Promise<LoginDone> {
  await using landing = await awaitBrowser();
  const path = SESSION_PATHS.commandLineBegin;
  const begun = await askSession<LoginBegun>(url, { path, body: { ...named(provider), port: landing.port } });
  show(begun.url);
  const isOver = AbortSignal.timeout(LONGEST_WAIT_MS);
  const query = await Promise.race([landing.broughtWith(begun.state), whenOver(isOver)]);
  return askSession<LoginDone>(url, { path: SESSION_PATHS.commandLine, body: { ticket: begun.ticket, query } });
}

export function named(provider: string | undefined): { readonly provider?: string } {
  return provider === undefined ? {} : { provider };
}

function whenOver(isOver: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    isOver.addEventListener('abort', () => reject(tooLate()));
  });
}

export function tooLate(): CliError {
  return new CliError('too_late', 'Nobody signed in in time. Run `{setpoint} login` again.');
}
