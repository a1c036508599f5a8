import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error.ts';

/** The address of the service, and the client that speaks to it. */
export interface Connection {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_DATA_DIR = './data';
const DEFAULT_URL = 'http://127.0.0.1:8080';

/** The credential in the environment, otherwise the operator's, which the service left on this machine. */
export function findConnection(environment: Environment): Connection {
  const { SETPOINT_CLIENT_ID: clientId, SETPOINT_CLIENT_SECRET: clientSecret } = environment;
  if (clientId !== undefined && clientSecret !== undefined) {
    return { url: findUrl(environment), clientId, clientSecret };
  }
  if (clientId !== undefined || clientSecret !== undefined) {
    const missing = clientId === undefined ? 'SETPOINT_CLIENT_ID' : 'SETPOINT_CLIENT_SECRET';
    throw new CliError('no_credential', `Set ${missing} too: a client needs both its id and its secret.`);
  }
  const operator = readOperator(environment);
  if (operator === undefined) throw noCredential(operatorPath(environment));
  return { ...operator, url: environment['SETPOINT_URL'] ?? operator.url };
}

/** The service's address, for a caller who has a credential already. */
export function findUrl(environment: Environment): string {
  return environment['SETPOINT_URL'] ?? readOperator(environment)?.url ?? DEFAULT_URL;
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
    `There is no ${path}. Start the service here with \`npx setpoint serve\`, or set SETPOINT_URL, ` +
      'SETPOINT_CLIENT_ID and SETPOINT_CLIENT_SECRET.',
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
