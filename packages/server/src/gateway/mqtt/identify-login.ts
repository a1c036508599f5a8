import { parseSiteId } from '@setpoint/contract';
import type { AuthenticateError, Client } from 'aedes';
import type { ShownCertificate } from '../../door/shown-certificate.ts';
import type { SignedInClient } from '../../identity/find-signed-in-client.ts';
import type { AuthenticateController, Controller } from '../../identity/keys/authenticate-controller.ts';
import type { Lines, Login } from './lines.ts';

interface Identifying {
  readonly authenticateController: AuthenticateController;
  readonly lines: Pick<Lines, 'find'>;
  readonly shownBy: (client: Client) => ShownCertificate | undefined;
}

export interface LoginRefusal extends AuthenticateError {
  /** Whether the key was good, and the certificate was not. */
  readonly isUnfit: boolean;
}

// MQTT 3.1.1 §3.2.2.3
const BAD_CREDENTIALS = 4;

/** Finds out who connects: a controller, or a client that asks pools; throws a refusal for anybody else. */
export function identifyLogin({ authenticateController, lines, shownBy }: Identifying) {
  async function identifyController(client: Client, { username, password }: Login): Promise<Controller> {
    const siteId = parseSiteId(username ?? '');
    if (siteId === undefined || client.id !== siteId) throw refusal('user name and client id must be the site id');
    const found = await authenticateController(password, shownBy(client));
    if (found.kind === 'unfit' && found.siteId === siteId) throw refusal(found.reason, { isUnfit: true });
    if (found.kind === 'controller' && found.controller.siteId === siteId) return found.controller;
    throw refusal('this is not a valid key of the site');
  }
  return async (client: Client, login: Login): Promise<Controller | SignedInClient> =>
    (await lines.find(client, login)) ?? identifyController(client, login);
}

export function refusal(
  message: string,
  { isUnfit }: Pick<LoginRefusal, 'isUnfit'> = { isUnfit: false },
): LoginRefusal {
  return Object.assign(new Error(message), { returnCode: BAD_CREDENTIALS, isUnfit });
}

export function isRefusal(cause: unknown): cause is LoginRefusal {
  return cause instanceof Error && 'returnCode' in cause;
}
