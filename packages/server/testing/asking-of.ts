import { PATHS, TOKEN_EXCHANGE, type TokenResponse } from '@setpoint/contract';
import type { App } from './start-app.ts';

export type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';

interface Login {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Asked {
  /** An object is sent as JSON; text as it stands. */
  readonly body?: object | string;
  /** Left out, the operator. */
  readonly as?: Headers;
  readonly headers?: Headers;
}

interface Asking {
  /** The app that answers now. */
  readonly app: () => App;
  readonly operator: Login;
}

export type WorldAsking = ReturnType<typeof askingOf>;

const ALL = 'sites:read+schedules:write+fleet:admin';

/** For tests: what a world is asked, by its operator unless told otherwise. */
export function askingOf({ app, operator }: Asking) {
  let operators: Headers | undefined;

  /** A token of a client; left out, of the operator. */
  async function token(scope: string, login: Login = operator): Promise<string> {
    return issued(`grant_type=client_credentials&scope=${scope}`, login);
  }

  async function issued(form: string, { clientId, clientSecret }: Login): Promise<string> {
    const payload = `${form}&client_id=${clientId}&client_secret=${clientSecret}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await app().inject({ method: 'POST', url: PATHS.token, headers, payload });
    if (answer.statusCode >= 300) throw new Error(`no token: ${answer.statusCode} ${answer.body}`);
    return answer.json<TokenResponse>().access_token;
  }

  /** What a client is let in with that acts for a person. */
  async function actFor({ Authorization = '' }: Headers, client: Login): Promise<Record<string, string>> {
    const form = new URLSearchParams({
      grant_type: TOKEN_EXCHANGE.grantType,
      subject_token: Authorization.replace('Bearer ', ''),
      subject_token_type: TOKEN_EXCHANGE.accessToken,
    });
    return { Authorization: `Bearer ${await issued(form.toString(), client)}` };
  }

  async function bearer(scope: string, client?: Login): Promise<Record<string, string>> {
    return { Authorization: `Bearer ${await token(scope, client)}` };
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test knows what is answered
  async function ask<Body>(method: Method, url: string, asked: Asked = {}) {
    const { body, as, headers = {} } = asked;
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    operators ??= await bearer(ALL);
    const all = { ...(as ?? operators), ...type, ...headers };
    const answer = await app().inject({ method, url, headers: all, ...(body === undefined ? {} : { payload: body }) });
    const { statusCode: status, body: text, headers: answered } = answer;
    // The clock was moved, or its key revoked: then there is a new one.
    if (status === 401 && as === undefined) {
      operators = await bearer(ALL);
      return ask<Body>(method, url, { ...asked, as: operators });
    }
    return { status, text, headers: answered, body: bodyIn(text, answered['content-type']) as Body };
  }

  /** What is asked for to set up a test is done, or the test ends here. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test knows what is answered
  async function done<Body>(method: Method, url: string, asked?: Asked): Promise<Body> {
    const { status, text, body } = await ask<Body>(method, url, asked);
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${text}`);
    return body;
  }

  return { token, bearer, actFor, ask, done };
}

function bodyIn(text: string, type: unknown): unknown {
  return text !== '' && /json/.test(String(type)) ? JSON.parse(text) : {};
}

/** For tests: a path with its id. */
export function at(path: string, id: string): string {
  return path.replace(/:\w+/, id);
}

/** For tests: the text of an instant some time from now. */
export function soon(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
