import { type LoginBegun, type LoginDone, SESSION_PATHS } from '@setpoint/contract';
import type { SignInWorld } from './sign-in-world.ts';

interface Sent {
  readonly body?: object;
  /** What stands behind `Bearer`. */
  readonly secret?: string;
  /** From where; left out, from this machine. */
  readonly from?: string;
}

export type CommandLine = ReturnType<typeof openCommandLine>;

/** For tests: where the command line says that it waits; nobody does. */
export const LINE_PORT = 40_123;

/** For tests: what `setpoint login` asks of the service, step by step. */
export function openCommandLine(world: SignInWorld) {
  async function send(method: 'GET' | 'POST' | 'DELETE', url: string, { body, secret, from }: Sent = {}) {
    const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
    const address = from === undefined ? {} : { remoteAddress: from };
    return world.app.inject({ method, url, headers, ...address, ...(body === undefined ? {} : { payload: body }) });
  }
  async function begin(): Promise<LoginBegun> {
    const body = { provider: 'company', port: LINE_PORT };
    return (await send('POST', SESSION_PATHS.commandLineBegin, { body })).json<LoginBegun>();
  }
  /** Through the provider and the page of the service, to where the command line waits. */
  async function goThrough(url: string): Promise<URL> {
    const back = new URL(await world.providers.company.browse(url));
    const page = await send('GET', back.pathname + back.search);
    const href = /href="(http[^"]+)"/.exec(page.body)?.[1];
    if (href === undefined) throw new Error(`no page leads on: ${page.statusCode}`);
    return new URL(href.replaceAll('&amp;', '&'));
  }
  const finish = (ticket: string, query: string) =>
    send('POST', SESSION_PATHS.commandLine, { body: { ticket, query } });
  return {
    send,
    begin,
    goThrough,
    finish,
    async logIn(): Promise<LoginDone> {
      const { url, ticket } = await begin();
      const done = await finish(ticket, (await goThrough(url)).search);
      if (done.statusCode !== 200) throw new Error(`nobody is signed in: ${done.body}`);
      return done.json<LoginDone>();
    },
    renew: (secret: string) => send('POST', SESSION_PATHS.commandLineToken, { secret }),
  };
}
