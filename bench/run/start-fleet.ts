import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type {
  FleetPlan,
  FleetRequest,
  Online,
  Pushed,
  PushPlan,
  Saturated,
  Signalled,
  SignalPlan,
} from '../fleet/fleet-plan.ts';
import type { SeededStore } from './seeded-store.ts';
import { startSetpoint, type Setpoint } from './start-setpoint.ts';

const FLEET_PROCESS = fileURLToPath(import.meta.resolve('../fleet/main.ts'));

/** Controllers in a process of their own. */
export interface RunningFleet extends Disposable {
  readonly pid: number;
  connect(plan: FleetPlan): Promise<Online>;
  reconnect(): Promise<Online>;
  /** How many reports were acknowledged so far. */
  acknowledged(): Promise<number>;
  push(load: PushPlan): Promise<Pushed>;
  signal(load: SignalPlan): Promise<Signalled>;
  saturate(load: { warmUpMs: number; measureMs: number }): Promise<Saturated>;
}

export function startFleet(): RunningFleet {
  const child = fork(FLEET_PROCESS, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

  async function ask<Output>(request: FleetRequest): Promise<Output> {
    child.send(request);
    const exited = once(child, 'exit').then(() => [{ fault: 'it ended' }]);
    const [{ output, fault }] = (await Promise.race([once(child, 'message'), exited])) as [
      { output?: Output; fault?: string },
    ];
    if (output === undefined) throw new Error(`the fleet: ${fault}`);
    return output;
  }

  return {
    pid: child.pid ?? 0,
    connect: (plan) => ask({ kind: 'connect', ...plan }),
    reconnect: () => ask({ kind: 'reconnect' }),
    acknowledged: () => ask({ kind: 'acknowledged' }),
    push: (load) => ask({ kind: 'push', ...load }),
    signal: (load) => ask({ kind: 'signal', ...load }),
    saturate: (load) => ask({ kind: 'saturate', ...load }),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

/** The service with its MQTT listener, and what a fleet of the first sites of its store needs to know. */
export async function startGateway(
  store: SeededStore,
  count: number,
): Promise<{ setpoint: Setpoint; plan: Omit<FleetPlan, 'binding'> }> {
  const mqttPort = await freePort();
  const setpoint = await startSetpoint(store.dataDir, { env: { ...store.env, SETPOINT_MQTT_PORT: String(mqttPort) } });
  const sites = [...store.controllerKeys].slice(0, count).map(([siteId, controllerKey]) => ({ siteId, controllerKey }));
  return { setpoint, plan: { httpPort: Number(setpoint.url.port), mqttPort, reportEveryMs: 30_000, sites } };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
