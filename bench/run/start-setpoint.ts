import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, type RunningServer, type ServerStart } from './start-server.ts';

export interface Setpoint extends RunningServer {
  token: string;
}

export interface SetpointStart extends Omit<ServerStart, 'args'> {
  /** The program to start instead of this checkout's package. */
  program?: string | undefined;
}

/** What `npm run package` made: what people run, and what all rows measure. */
export const PACKAGE = fileURLToPath(new URL('../../dist/setpoint/', import.meta.url));
/** The program as its sources are. */
export const SOURCES = fileURLToPath(new URL('../../packages/cli/bin/setpoint.js', import.meta.url));

const PROGRAM = process.env['SETPOINT_BENCH_PROGRAM'] ?? join(PACKAGE, 'bin/setpoint.js');

/** The service as an operator starts it, with the operator's own token. */
export async function startSetpoint(dataDir: string, options: SetpointStart = {}): Promise<Setpoint> {
  const env = {
    SETPOINT_DATA_DIR: dataDir,
    SETPOINT_HTTP_PORT: '0',
    SETPOINT_OPS_PORT: '0',
    SETPOINT_LOG_LEVEL: 'warn',
    SETPOINT_MQTT_PORT: '0',
    ...options.env,
  };
  const { program = PROGRAM, ...start } = options;
  const server = await startServer({ ...start, args: [program, 'serve'], env });
  const token = await operatorToken(server.url, dataDir);
  return { ...server, token };
}

async function operatorToken(url: URL, dataDir: string): Promise<string> {
  const operator = JSON.parse(await readFile(join(dataDir, 'operator.json'), 'utf8')) as {
    clientId: string;
    clientSecret: string;
  };
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: operator.clientId,
    client_secret: operator.clientSecret,
  });
  const response = await fetch(new URL('/oauth/token', url), { method: 'POST', body: form });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}
