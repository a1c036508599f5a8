import { badConfig } from '../shell/bad-config.ts';
import type { Shell } from '../shell/shell.ts';
import { freePort } from './free-port.ts';

// The printed commands work for a day.
const TOKEN_SECONDS = '86400';
const PORTS = { SETPOINT_HTTP_PORT: 8080, SETPOINT_MQTT_PORT: 1883, SETPOINT_OPS_PORT: 9464 } as const;

export async function startDemoService(environment: Shell['environment'], dataDir: string) {
  const { readConfig, serve } = await import('@setpoint/server');
  const taken: string[] = [];
  const ports: Record<string, string> = {};
  for (const [name, usual] of Object.entries(PORTS)) {
    const wanted = Number(environment[name] ?? usual);
    const port = await freePort(wanted);
    ports[name] = String(port);
    if (port !== wanted) taken.push(String(wanted));
  }
  const result = readConfig({
    SETPOINT_DATA_DIR: dataDir,
    SETPOINT_LOG_LEVEL: 'warn',
    SETPOINT_TOKEN_LIFETIME_SECONDS: TOKEN_SECONDS,
    ...ports,
  });
  if (result.kind === 'invalid')
    throw badConfig('The demonstration was not started. Fix the environment:', result.problems);
  return { service: await serve(result.config), taken };
}
