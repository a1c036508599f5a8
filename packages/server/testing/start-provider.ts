import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

/** A person who can sign in there. */
interface Account {
  readonly name: string;
  groups: string[];
}

interface ProviderClient {
  readonly publicUrl: string;
  /** Of the provider among those of the service. */
  readonly id: string;
}

/** What tests change of it. */
interface Changing {
  /** Who comes by next; undefined refuses. */
  who: string | undefined;
  /** What `/token` answers as the ID token, in the place of the one that was made; undefined for none. */
  answer: (idToken: string) => Promise<string | undefined>;
  /** Whether it takes a code again, which it must not. */
  takesCodesAgain: boolean;
}

/** What is done to an answer, with what was sent. */
type Meddling = (context: KoaContextWithOIDC, sent: Fields) => Promise<void> | void;
type Fields = Readonly<Record<string, string | undefined>>;

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** For tests: what every provider of theirs calls the service. */
export const CLIENT_ID = 'setpoint';
export const CLIENT_SECRET = 'secret of setpoint at the provider';
const MOST_REDIRECTS = 12;

/**
 * For tests: a real provider on this machine, which signs in the person that the test names. With a name of its own it is
 * reached through a proxy, so that the service can know its address before it starts.
 */
export async function startProvider(clients: readonly ProviderClient[], name?: string) {
  const accounts = new Map<string, Account>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = name ?? `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configuration(clients, { accounts, signingKey }));
  const changing: Changing = { who: undefined, answer: async (idToken) => idToken, takesCodesAgain: false };
  /** What the answers of its paths are said to be, in the place of what they are. */
  const types = new Map<string, string>();
  const meddlings = [answerAsTold(changing, types), takeCodesAgain(changing), checkDevicePkce()];
  provider.use(async (context: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    await next();
    for (const meddle of meddlings) await meddle(context, (context.oidc?.body ?? {}) as Fields);
  });
  let tab = openTab();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) {
      void provider
        .interactionDetails(request, response)
        .then((details) => answerInteraction(provider, { details, who: changing.who }))
        .then((result) => provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true }))
        .catch((cause: unknown) => response.writeHead(500).end(String(cause)));
    } else void provider.callback()(request, response);
  });
  return Object.assign(changing, {
    issuer,
    /** Where it listens itself. */
    port,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    accounts,
    signingKey,
    types,
    /** Answers as a browser would get it that opens anew, cookies kept. */
    async browse(url: string): Promise<string> {
      tab = openTab();
      const { at, response } = await tab(url, (next) => next.startsWith(issuer));
      if (at.startsWith(issuer)) throw new Error(`${at} answers ${response.status}: ${await response.text()}`);
      return at;
    },
    /** Signs out there, in the browser that came last, and tells the service. */
    async signOut(): Promise<void> {
      const failures: unknown[] = [];
      provider.on('backchannel.error', (_context, cause) => failures.push(cause));
      await signOut(tab, issuer);
      const [cause] = failures;
      if (cause !== undefined) throw new Error('the service was not told', { cause });
    },
    typeCode,
    async [Symbol.asyncDispose](): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

/** As Keycloak does it, a device needs PKCE too where a client must have that. */
function checkDevicePkce(): Meddling {
  const challenges = new Map<string, string>();
  return (context, sent) => {
    if (context.status !== 200) return;
    const refuse = (error: string) => Object.assign(context, { status: 400, body: { error } });
    if (context.path === '/device/auth') {
      const { code_challenge: challenge, code_challenge_method: method } = sent;
      if (method !== 'S256' || challenge === undefined) return void refuse('invalid_request');
      challenges.set((context.body as { device_code: string }).device_code, challenge);
    } else if (sent['device_code'] !== undefined) {
      const isRight = hash('sha256', sent['code_verifier'] ?? '', 'base64url') === challenges.get(sent['device_code']);
      if (!isRight) refuse('invalid_grant');
    }
  };
}

/** If the test asks for it, a used code gets the answer of its first use. */
function takeCodesAgain(changing: Changing): Meddling {
  const answers = new Map<string, unknown>();
  return (context, { code, device_code: deviceCode }) => {
    if (context.path !== '/token' || !changing.takesCodesAgain) return;
    const used = String(code ?? deviceCode);
    if (context.status === 200) answers.set(used, context.body);
    else if (answers.has(used)) Object.assign(context, { status: 200, body: answers.get(used) });
  };
}

/** Answers another ID token than the one that it made, or none, and says of an answer that it is something else. */
function answerAsTold(changing: Changing, types: ReadonlyMap<string, string>): Meddling {
  return async (context) => {
    const { id_token: idToken, ...rest } = (context.body ?? {}) as Fields;
    if (context.path === '/token' && typeof idToken === 'string') {
      const answered = await changing.answer(idToken);
      context.body = answered === undefined ? rest : { ...rest, id_token: answered };
    }
    const type = types.get(context.path);
    if (type !== undefined) context.set('Content-Type', type);
  };
}

interface Own {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly signingKey: JWK;
}

function configuration(clients: readonly ProviderClient[], { accounts, signingKey }: Own): Configuration {
  return {
    jwks: { keys: [signingKey] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        redirect_uris: clients.map(({ publicUrl, id }) => `${publicUrl}/session/callback/${id}`),
        backchannel_logout_uri: `${clients[0]?.publicUrl}/session/back-channel-logout/${clients[0]?.id}`,
        backchannel_logout_session_required: true,
        post_logout_redirect_uris: clients.map(({ publicUrl }) => `${publicUrl}/`),
      },
    ],
    cookies: { keys: ['for tests'] },
    claims: { openid: ['sub', 'sid'], profile: ['name'], email: ['email'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: false,
    issueRefreshToken: async () => true,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      deviceFlow: { enabled: true },
      rpInitiatedLogout: { logoutSource },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => {
      const account = accounts.get(accountId);
      if (account === undefined) return undefined;
      return {
        accountId,
        claims: async () => ({ sub: accountId, email: `${accountId}@example.com`, ...account }),
      };
    },
    pkce: { required: () => true },
    // Its own reaches nobody on this machine, who could be somebody else's.
    fetch: (url, { dispatcher: _guarded, ...options } = {}) => fetch(url, options),
  };
}

// Its own would ask for fonts elsewhere.
async function logoutSource(context: { body: unknown }, form: string): Promise<void> {
  const button = '<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';
  context.body = `<!DOCTYPE html><html lang="en"><title>Sign out</title><body>${form}${button}</body></html>`;
}

interface Interaction {
  readonly details: Awaited<ReturnType<Provider['interactionDetails']>>;
  readonly who: string | undefined;
}

async function answerInteraction(provider: Provider, { details, who }: Interaction) {
  if (who === undefined) return { error: 'access_denied', error_description: 'no' };
  if (details.prompt.name === 'login') return { login: { accountId: who } };
  const grant = new provider.Grant({ accountId: who, clientId: CLIENT_ID });
  grant.addOIDCScope(String(details.params['scope']));
  return { consent: { grantId: await grant.save() } };
}

async function signOut(tab: Tab, issuer: string): Promise<void> {
  const page = `${issuer}/session/end`;
  const ended = await submit(tab, { page, to: `${page}/confirm`, fields: { logout: 'yes' } });
  if (!ended.ok) throw new Error(`nobody is signed out: ${await ended.text()}`);
}

/** Types the code of a device there, and says yes, or no where nobody is signed in. */
async function typeCode(url: string, userCode: string): Promise<void> {
  const code = { user_code: userCode };
  const page = `${url}?${new URLSearchParams(code).toString()}`;
  await submit(openTab(), { page, to: url, fields: { ...code, confirm: 'yes' } });
}

interface Form {
  readonly page: string;
  readonly to: string;
  readonly fields: Readonly<Record<string, string>>;
}

async function submit(tab: Tab, { page, to, fields }: Form): Promise<Response> {
  const { response } = await tab(page);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await response.text())?.[1] ?? '';
  return (await tab(to, undefined, new URLSearchParams({ xsrf, ...fields }))).response;
}

type Tab = ReturnType<typeof openTab>;

// Keeps cookies, as a browser would.
function openTab() {
  const cookies = new Map<string, string>();
  async function ask(at: string, form: URLSearchParams | undefined): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form === undefined ? {} : { method: 'POST', body: form };
    const response = await fetch(at, { redirect: 'manual', headers: cookie === '' ? {} : { cookie }, ...sent });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', ...value] = pair.split('=');
      cookies.set(name, value.join('='));
    }
    return response;
  }
  return async (url: string, isThere: (next: string) => boolean = () => true, form?: URLSearchParams) => {
    let [at, response] = [url, await ask(url, form)];
    for (let redirect = 0; redirect < MOST_REDIRECTS; redirect += 1) {
      const location = response.headers.get('location');
      if (location === null) return { at, response };
      at = new URL(location, at).href;
      if (!isThere(at)) return { at, response };
      response = await ask(at, undefined);
    }
    throw new Error(`${url} leads nowhere`);
  };
}
