import { type AddedAlert, PATHS } from '@setpoint/contract';
import type { Call } from './ask.ts';
import type { World } from './open-world.ts';

type Make = (world: World) => Promise<Call>;

const ALERT = {
  alertName: 'Site offline',
  condition: 'offline',
  minutes: 10,
  allSites: true,
  channel: 'webhook',
  // No public address: nothing is ever sent there.
  target: 'https://127.0.0.1/hook',
};

/** For each operation of alerts a request that succeeds. */
export const alertCalls: Readonly<Record<string, Make>> = {
  listAlerts: (world) => asAdmin(world, 'GET', PATHS.fleetAlerts),
  addAlert: (world) => asAdmin(world, 'POST', PATHS.fleetAlerts, ALERT),
  changeAlert: async (world) =>
    asAdmin(world, 'PATCH', await madeAlert(world, PATHS.fleetAlert), {
      minutes: 15,
      target: 'https://127.0.0.1/other',
    }),
  removeAlert: async (world) => asAdmin(world, 'DELETE', await madeAlert(world, PATHS.fleetAlert)),
  testAlert: async (world) => asAdmin(world, 'POST', await madeAlert(world, PATHS.fleetAlertTest)),
};

async function asAdmin(world: World, method: string, path: string, body?: object): Promise<Call> {
  const headers = { Authorization: `Bearer ${await world.token('fleet:admin')}` };
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function madeAlert(world: World, path: string): Promise<string> {
  const { method: _, path: url, body, ...rest } = await asAdmin(world, 'POST', PATHS.fleetAlerts, ALERT);
  const added = await world.app.inject({ method: 'POST', url, payload: body ?? '', ...rest });
  return path.replace(':alertId', added.json<AddedAlert>().alertId);
}
