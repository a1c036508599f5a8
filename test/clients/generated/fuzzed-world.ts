import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import type { ServiceClient } from '../../support/service/service-client.ts';

const MINUTE_MS = 60_000;
// No public address: nothing is ever sent there.
const NOWHERE = 'https://127.0.0.1/hook';
const ISSUER = 'https://login.example.com';

/** One of each noun that a path names, made in a running service by its operator; and a controller key. */
export async function fuzzedWorld(operator: ServiceClient) {
  const sites = [];
  for (const name of ['Nordhafen', 'Westhafen', 'Osthafen']) sites.push(await operator.registerSite(name));
  const siteId = sites.map((site) => site.siteId);
  const schedules = [{ asset: 'grid', type: 'upperLimitkW', entries: [{ ...window(60), value: 250 }] }];

  async function made(method: string, path: string, body: object): Promise<Readonly<Record<string, string>>> {
    const answer = await operator.ask(path, { method, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Readonly<Record<string, string>>;
  }

  const poolId = randomUUID();
  const pool = { poolName: 'aFRR north', service: 'afrr', split: 'proportional' };
  const members = siteId.map((one) => ({ siteId: one }));
  await made('PUT', PATHS.fleetPool.replace(':poolId', poolId), { ...pool, members });
  const signal = { kW: 5, sequence: 1, validUntil: window(10).endAt };
  await made('PUT', PATHS.fleetPoolSignal.replace(':poolId', poolId), signal);
  const batches = siteId.map((one) => ({ siteId: one, schedules }));
  const { parentBatchId } = await made('POST', PATHS.fleetSchedules, { mode: 'each', batches });
  const { batchId } = await made('POST', PATHS.schedules.replace(':siteId', siteId[0] ?? ''), { schedules });
  const { clientId } = await made('POST', PATHS.fleetClients, { clientName: 'Optimiser' });
  const { personId } = await made('POST', PATHS.fleetPersons, { issuer: ISSUER, subject: 'ada', personName: 'Ada' });
  const { groupId } = await made('POST', PATHS.fleetGroups, { issuer: ISSUER, groupName: 'dispatch' });
  const alert = { alertName: 'Site offline', condition: 'offline', minutes: 10, allSites: true };
  const { alertId } = await made('POST', PATHS.fleetAlerts, { ...alert, channel: 'webhook', target: NOWHERE });
  const { webhookId } = await made('POST', PATHS.fleetWebhooks, { url: NOWHERE, types: ['site.offline'] });
  const ids = { poolId, parentBatchId, batchId, clientId, personId, groupId, alertId, webhookId };
  return { controllerKey: sites[0]?.controllerKey ?? '', ids: { siteId, ...ids } };
}

function window(minutes: number) {
  const now = Date.now();
  return { startAt: new Date(now).toISOString(), endAt: new Date(now + minutes * MINUTE_MS).toISOString() };
}
