import { type LoginBegun, type LoginDone, SESSION_PATHS } from '@setpoint/contract';
import { askSession } from '../shell/ask-session.ts';
import { CliError } from '../shell/cli-error.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** A place on this machine that a browser comes back to. */
interface Landing extends AsyncDisposable {
  readonly port: number;
  /** Resolves with what the browser brought, from the `?` on, once it brings this state. */
  broughtWith(state: string): Promise<string>;
}

/** Opens one: for this machine alone, and only for as long as somebody waits. */
async function awaitBrowser(): Promise<Landing> {
  const brought = Promise.withResolvers<string>();
  let expected: string | undefined;
  const server = createServer((request, response) => {
    const query = queryOf(request, `127.0.0.1:${port()}`);
    // Anybody on this machine can ask here: what does not bring the state is no answer, and nothing ends with it.
    if (query === undefined || expected === undefined || new URLSearchParams(query).get('state') !== expected) {
      return answer(response, 400, 'This is not what the command line waits for.');
    }
    answer(response, 200, 'Go back to the command line. You can close this page.');
    brought.resolve(query);
  });
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: port(),
    broughtWith(state) {
      expected = state;
      return brought.promise;
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
    },
  };
}

// Another name that leads here is somebody else's page.
function queryOf({ method, url = '', headers }: IncomingMessage, host: string): string | undefined {
  return method === 'GET' && headers.host === host && url.startsWith('/?') ? url.slice(1) : undefined;
}

function answer(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Setpoint</title>` +
      `<meta name="color-scheme" content="light dark"></head><body><main><h1>${sentence}</h1></main></body></html>\n`,
  );
}
