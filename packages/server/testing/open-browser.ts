import { SESSION_PATHS, type SessionToken } from '@setpoint/contract';
import type { App } from './start-app.ts';
import { lookUntil } from './look-until.ts';
import type { TestProvider } from './start-provider.ts';

export type Browser = ReturnType<typeof openBrowser>;

/** For tests: a browser with the console open, its cookies kept. */
export function openBrowser(app: App, publicUrl: string) {
  const cookies = new Map<string, string>();

  async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'user-agent': 'a browser of the tests',
      ...(cookie === '' ? {} : { cookie }),
      ...(method === 'GET' ? {} : { origin: new URL(publicUrl).origin, 'sec-fetch-site': 'same-origin' }),
    };
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    for (const set of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [pair = ''] = set.split(';');
      const [name = '', ...value] = pair.split('=');
      if (set.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value.join('='));
    }
    return answer;
  }
  /** Begins a sign-in; resolves with the address at the provider. */
  async function begin(provider: string, to?: string): Promise<string> {
    const body = { provider, ...(to === undefined ? {} : { to }) };
    // A provider that does not answer within the five seconds that it has is asked again, as the page says.
    const answer = await lookUntil(
      () => ask('POST', SESSION_PATHS.signIn, body),
      ({ statusCode }) => statusCode !== 503,
    );
    const { url } = answer.json<{ url?: string }>();
    if (url === undefined) throw new Error(`no sign-in began: ${answer.statusCode}`);
    return url;
  }
  /** Comes back with what the provider sent it; resolves with where it is sent then. */
  async function comeBack(address: string): Promise<string> {
    const { pathname, search } = new URL(address);
    const answer = await ask('GET', pathname + search);
    const { location } = answer.headers;
    return typeof location === 'string' ? location : String(answer.statusCode);
  }
  return {
    cookies,
    ask,
    begin,
    comeBack,
    /** All of it. */
    signIn: async (provider: TestProvider, id: string, to?: string): Promise<string> =>
      comeBack(await provider.browse(await begin(id, to))),
    async token(): Promise<SessionToken | undefined> {
      const answer = await ask('POST', SESSION_PATHS.token);
      return answer.statusCode === 200 ? answer.json<SessionToken>() : undefined;
    },
  };
}
