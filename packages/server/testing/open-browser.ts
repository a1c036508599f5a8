import { SESSION_PATHS, type SessionToken } from '@setpoint/contract';
import type { InjectOptions } from 'fastify';
import type { App } from './start-app.ts';
import type { TestProvider } from './start-provider.ts';
import { lookUntil } from './look-until.ts';

type Answered = Awaited<ReturnType<typeof injectInto>>;

/** For tests: a browser with the console open, its cookies kept. */
export interface Browser {
  readonly cookies: Map<string, string>;
  ask(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<Answered>;
  /** Begins a sign-in; resolves with the address at the provider. */
  begin(provider: string, to?: string): Promise<string>;
  /** Comes back with what the provider sent it; resolves with where it is sent then. */
  comeBack(address: string): Promise<string>;
  /** All of it. */
  signIn(provider: TestProvider, id: string, to?: string): Promise<string>;
  token(): Promise<SessionToken | undefined>;
}

/** For tests: opens one. */
export function openBrowser(app: App, publicUrl: string): Browser {
  const cookies = new Map<string, string>();
  const ask: Browser['ask'] = async (method, url, body) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await injectInto(app, {
      method,
      url,
      headers: {
        'user-agent': 'a browser of the tests',
        ...(cookie === '' ? {} : { cookie }),
        ...(method === 'GET' ? {} : { origin: new URL(publicUrl).origin, 'sec-fetch-site': 'same-origin' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    for (const set of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [pair = ''] = set.split(';');
      const [name = '', ...value] = pair.split('=');
      if (set.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value.join('='));
    }
    return answer;
  };
  const begin: Browser['begin'] = async (provider, to) => {
    const body = { provider, ...(to === undefined ? {} : { to }) };
    // A provider that does not answer within the five seconds that it has is asked again, as the page says.
    const answer = await lookUntil(
      () => ask('POST', SESSION_PATHS.signIn, body),
      ({ statusCode }) => statusCode !== 503,
    );
    const { url } = answer.json<{ url?: string }>();
    if (url === undefined) throw new Error(`no sign-in began: ${answer.statusCode}`);
    return url;
  };
  const comeBack: Browser['comeBack'] = async (address) => {
    const { pathname, search } = new URL(address);
    const answer = await ask('GET', pathname + search);
    const { location } = answer.headers;
    return typeof location === 'string' ? location : String(answer.statusCode);
  };
  return {
    cookies,
    ask,
    begin,
    comeBack,
    signIn: async (provider, id, to) => comeBack(await provider.browse(await begin(id, to))),
    async token() {
      const answer = await ask('POST', SESSION_PATHS.token);
      return answer.statusCode === 200 ? answer.json<SessionToken>() : undefined;
    },
  };
}

function injectInto(app: App, asked: InjectOptions) {
  return app.inject(asked);
}
