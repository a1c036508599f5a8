import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error.ts';
import { readSecret } from './read-secret.ts';

export interface Credential {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The address of the service, and the client that speaks to it. */
export interface Connection extends Credential {
  readonly url: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_DATA_DIR = './data';

/** The credential in the environment, otherwise the operator's: of the environment, or as the service left it here. */
export function findConnection(environment: Environment): Connection {
  const client = credentialNamed(environment, 'CLIENT');
  if (client !== undefined) return { url: findUrl(environment), ...client };
  const ofService = credentialNamed(environment, 'OPERATOR');
  if (ofService !== undefined) return { url: environment['SETPOINT_URL'] ?? urlHere(environment), ...ofService };
  const operator = readOperator(environment);
  if (operator === undefined) throw noCredential(operatorPath(environment));
  return { ...operator, url: environment['SETPOINT_URL'] ?? operator.url };
}

/** What the environment names for the client of a command, or for the operator of the service. */
export function credentialNamed(environment: Environment, who: 'CLIENT' | 'OPERATOR'): Credential | undefined {
  const clientId = environment[`SETPOINT_${who}_ID`];
  const clientSecret = readSecret(environment, `SETPOINT_${who}_SECRET`);
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  if (clientId === undefined && clientSecret === undefined) return undefined;
  const missing = clientId === undefined ? `SETPOINT_${who}_ID` : `SETPOINT_${who}_SECRET`;
  throw new CliError('no_credential', `Set ${missing} too: a client needs both its id and its secret.`);
}

/** The service's address, for a caller who has a credential already. */
export function findUrl(environment: Environment): string {
  return environment['SETPOINT_URL'] ?? readOperator(environment)?.url ?? urlHere(environment);
}

// Where the service of this environment listens on this machine.
function urlHere(environment: Environment): string {
  const scheme = environment['SETPOINT_TLS_CERT'] === undefined ? 'http' : 'https';
  return `${scheme}://127.0.0.1:${environment['SETPOINT_HTTP_PORT'] ?? '8080'}`;
}

export function operatorPath(environment: Environment): string {
  return join(environment['SETPOINT_DATA_DIR'] ?? DEFAULT_DATA_DIR, 'operator.json');
}

function readOperator(environment: Environment): Connection | undefined {
  const path = operatorPath(environment);
  try {
    return connectionIn(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new CliError('no_credential', `${path} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

function connectionIn(value: unknown): Connection {
  const { url, clientId, clientSecret } = value as Partial<Record<string, unknown>>;
  if (typeof url === 'string' && typeof clientId === 'string' && typeof clientSecret === 'string') {
    return { url, clientId, clientSecret };
  }
  throw new Error('url, clientId or clientSecret is missing');
}

function noCredential(path: string): CliError {
  return new CliError(
    'no_credential',
    `There is no ${path}. Sign in with \`{setpoint} login\`, start the service here with \`{setpoint} serve\`, ` +
      'or set SETPOINT_URL, SETPOINT_CLIENT_ID and SETPOINT_CLIENT_SECRET.',
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
