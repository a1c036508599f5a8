import { type Operation, OPERATIONS } from '@setpoint/contract';
import { expect } from 'vitest';
import { everythingOn } from './everything-on.ts';
import type { Ask } from './hook-cell.ts';
import { addClient, type Fleet } from './start-fleet.ts';

const NOBODY = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';
/** Operations for operators and auditors; pools have a cell of their own. */
const ADMIN = OPERATIONS.filter(
  ({ scope, path }) => (scope === 'fleet:admin' || scope === 'audit:read') && !path.includes('/pools'),
);
// An example would be set up for good, or would be sent somewhere.
const BODIES: Readonly<Record<string, object>> = {
  importRegistry: { format: 'setpoint-registry-1', sites: [], clients: [] },
  addAlert: {
    alertName: 'mine',
    condition: 'offline',
    minutes: 10,
    allSites: true,
    channel: 'slack',
    target: 'https://127.0.0.1/',
  },
};

/** Every operation for operators and auditors, on what nobody needs; the one answer that they all give. */
export async function fleetCell(ask: Ask, fleet: Fleet): Promise<string> {
  const { clientId } = await addClient(fleet.operator);
  const siteId = await fleet.operator.addSite('secret victim');
  const keys = `/api/v1/fleet/sites/${siteId}/keys`;
  const keysBefore = await liveKeys(fleet, keys);
  const issuer = 'https://issuer.example';
  const subject = crypto.randomUUID();
  const personId = await made(fleet, 'persons', { issuer, subject, personName: 'victim' });
  const groupId = await made(fleet, 'groups', { issuer, groupName: subject });
  const ids = { clientId, siteId, personId, groupId, keyId: NOBODY, alertId: NOBODY };
  const before = await everythingOn(fleet);
  const answers: Answered[] = [];
  for (const operation of ADMIN) {
    const { method, id, request } = operation;
    const path = pathOf(operation, ids);
    const body = BODIES[id] ?? (request?.example as object | undefined);
    const asked = { method: method.toUpperCase(), ...(body === undefined ? {} : { body }) };
    answers.push({ method, path, status: (await ask(path, asked)).status });
  }
  const statuses = new Set(answers.map(({ status }) => status));
  if (!statuses.has(401) && !statuses.has(403)) return 'yes';
  const isAuditor = answers.some(({ method, status }) => method === 'get' && status === 200);
  if (isAuditor) await checkReads(answers, fleet);
  const refused = new Set(answers.flatMap(({ method, status }) => (isAuditor && method === 'get' ? [] : [status])));
  expect([...refused]).toHaveLength(1);
  expect([await everythingOn(fleet), await liveKeys(fleet, keys)]).toEqual([before, keysBefore]);
  if (isAuditor) expect(refused).toContain(403);
  return isAuditor ? 'reads' : [...refused].join();
}

function pathOf({ path, parameters = [] }: Operation, ids: Readonly<Record<string, string>>): string {
  const query = parameters.flatMap(({ in: place, required, name, example }) =>
    place === 'query' && required ? [[name, String(example)] as [string, string]] : [],
  );
  const text = new URLSearchParams(query).toString();
  return `${path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? '')}${text === '' ? '' : `?${text}`}`;
}

interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** An auditor reads what operators read, and is told of what is missing as they are. */
async function checkReads(answers: readonly Answered[], { operator }: Fleet): Promise<void> {
  for (const { method, path, status } of answers) {
    if (method === 'get') expect([path, status]).toEqual([path, (await operator.ask(path)).status]);
  }
}

async function made({ operator }: Fleet, what: 'persons' | 'groups', body: object): Promise<string> {
  const added = (await operator.ask(`/api/v1/fleet/${what}`, { method: 'POST', body })).body as Record<string, string>;
  return added['personId'] ?? added['groupId'] ?? '';
}

async function liveKeys({ operator }: Fleet, path: string): Promise<{ keyId: string }[]> {
  return ((await operator.ask(path)).body as { keys: { keyId: string }[] }).keys;
}
