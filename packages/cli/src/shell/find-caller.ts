import { SetpointError } from '@setpoint/client';
import { baseUrl, SESSION_PATHS, type SessionToken, type TokenResponse } from '@setpoint/contract';
import { askSession } from './ask-session.ts';
import { CliError } from './cli-error.ts';
import { type Connection, credentialNamed, findConnection, findUrl } from './find-connection.ts';
import { type Login, loginPath, readLogin, writeLogin } from './read-login.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A person who is signed in, with what gets its tokens. */
interface PersonCalling {
  readonly url: string;
  readonly requestToken: () => Promise<TokenResponse>;
}

/** For whom commands speak. */
export type Calling = Connection | PersonCalling;

// One that ends sooner is not worth sending.
const LEAST_LEFT_MS = 30_000;

/** The credential of the environment, otherwise who is signed in, otherwise the operator as the service left it here. */
export function findCaller(environment: Environment): Calling {
  const login = loginFor(environment);
  return login === undefined
    ? findConnection(environment)
    : { url: login.url, requestToken: tokens(environment, login) };
}

/** The address that commands speak to. */
export function callerUrl(environment: Environment): string {
  try {
    return loginFor(environment)?.url ?? findUrl(environment);
  } catch {
    return findUrl(environment);
  }
}

function loginFor(environment: Environment): Login | undefined {
  const isNamed = ['CLIENT', 'OPERATOR'].some(
    (who) => credentialNamed(environment, who as 'CLIENT' | 'OPERATOR') !== undefined,
  );
  const login = isNamed ? undefined : readLogin(environment);
  const { SETPOINT_URL: url } = environment;
  // A person signed in at one service is nobody at another.
  return login === undefined || url === undefined || baseUrl(url) === baseUrl(login.url) ? login : undefined;
}

// The first time what is kept is good enough; asked again, it was refused.
function tokens(environment: Environment, login: Login): () => Promise<TokenResponse> {
  let isFirst = true;
  return async () => {
    const left = login.tokenEndsAt - Date.now();
    const isKept = isFirst && left > LEAST_LEFT_MS;
    isFirst = false;
    if (isKept) {
      return { access_token: login.token, token_type: 'Bearer', expires_in: Math.floor(left / 1_000), scope: '' };
    }
    const renewed = await renew(login);
    const path = loginPath(environment);
    if (path !== undefined) writeLogin(path, { ...login, ...keptOf(renewed) });
    return renewed;
  };
}

async function renew({ url, secret, name }: Login): Promise<SessionToken> {
  try {
    return await askSession<SessionToken>(url, { path: SESSION_PATHS.commandLineToken, secret });
  } catch (cause) {
    if (!(cause instanceof SetpointError) || cause.status !== 401) throw cause;
    const sentence = `The sign-in of ${name} at ${url} has ended. Run \`{setpoint} login\`.`;
    throw new CliError('no_credential', sentence, { cause });
  }
}

/** What is kept of an answer. */
export function keptOf(token: SessionToken): Pick<Login, 'name' | 'token' | 'tokenEndsAt'> {
  return {
    name: token.clientName,
    token: token.access_token,
    tokenEndsAt: Date.now() + token.expires_in * 1_000,
  };
}
