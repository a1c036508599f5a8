import type { FrontDoor } from '../faults/start-front-door.ts';
import { badConfig } from '../shell/bad-config.ts';
import type { Shell } from '../shell/shell.ts';
import { once } from 'node:events';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** The port itself if it is free, otherwise 0, which stands for any free port. */
async function freePort(port: number): Promise<number> {
  const probe = createServer().listen(port, HOST);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') return 0;
    throw cause;
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

// The printed commands work for a day.
const TOKEN_LIFETIME_SECONDS = 86_400;
// Three reports: whoever cuts a site off sees soon what that does to its pool.
const OFFLINE_AFTER_SECONDS = '15';
const PORTS = { SETPOINT_HTTP_PORT: 8080, SETPOINT_MQTT_PORT: 1883, SETPOINT_OPS_PORT: 9464 } as const;

interface DemoService {
  readonly environment: Shell['environment'];
  readonly dataDir: string;
  readonly openDoor: (port: number) => Promise<FrontDoor>;
  readonly sayLog: Shell['sayLog'];
}

/** Starts the service behind a door: at its usual port callers find the way on which things go wrong. */
export async function startDemoService({ environment, dataDir, openDoor, sayLog }: DemoService) {
  const { readConfig, serve } = await import('@setpoint/server');
  const { ports, taken } = await findPorts(environment);
  const door = await openDoor(Number(ports.SETPOINT_HTTP_PORT));
  const result = readConfig({
    SETPOINT_DATA_DIR: dataDir,
    SETPOINT_LOG_LEVEL: 'warn',
    SETPOINT_OFFLINE_AFTER_SECONDS: environment['SETPOINT_OFFLINE_AFTER_SECONDS'] ?? OFFLINE_AFTER_SECONDS,
    ...ports,
    SETPOINT_HTTP_PORT: '0',
    SETPOINT_PUBLIC_URL: door.url,
  });
  if (result.kind === 'invalid')
    throw badConfig('The demonstration was not started. Fix the environment:', result.problems);
  const { config } = result;
  const identity = { ...config.identity, tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS };
  const service = await serve({ ...config, identity }, { sayLog });
  door.passTo(service.url);
  return { service, url: door.url, taken };
}

/** The usual ports, or free ones in place of those that are taken. */
async function findPorts(environment: Shell['environment']) {
  const ports = { SETPOINT_HTTP_PORT: '', SETPOINT_MQTT_PORT: '', SETPOINT_OPS_PORT: '' };
  const taken: string[] = [];
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) {
    const wanted = Number(environment[name] ?? PORTS[name]);
    const port = await freePort(wanted);
    ports[name] = String(port);
    if (port !== wanted) taken.push(String(wanted));
  }
  return { ports, taken };
}
