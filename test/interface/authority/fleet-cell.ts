import { expect } from 'vitest';
import { everythingOn } from './everything-on.ts';
import type { Ask } from './hook-cell.ts';
import { addClient, type Fleet } from './start-fleet.ts';

const PEOPLE = [200, 201, 200, 200, 200, 204, 200, 204, 204, 200, 201, 200, 200, 204, 204];
const AUDIT = [200];
const ALERTS = [200, 201, 404, 404, 404, 404];
const ALERT = {
  alertName: 'mine',
  condition: 'offline',
  minutes: 10,
  allSites: true,
  channel: 'slack',
  target: 'https://127.0.0.1/',
};
const NOBODY = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';

/** Every route of the registry, on a client and a site that nobody needs; the one answer they all give. */
export async function fleetCell(ask: Ask, fleet: Fleet): Promise<string> {
  const { clientId } = await addClient(fleet.operator);
  const siteId = await fleet.operator.addSite('secret victim');
  const client = `/api/v1/fleet/clients/${clientId}`;
  const mapping = { issuer: 'https://issuer.example', subject: crypto.randomUUID() };
  const keys = `/api/v1/fleet/sites/${siteId}/keys`;
  const keysBefore = await liveKeys(fleet, keys);
  const [{ keyId } = { keyId: '' }] = keysBefore;
  const person = await made(fleet, 'persons', {
    issuer: mapping.issuer,
    subject: mapping.subject,
    personName: 'victim',
  });
  const group = await made(fleet, 'groups', { issuer: mapping.issuer, groupName: mapping.subject });
  const role = { role: 'operator', allSites: true };
  const before = await everythingOn(fleet);
  const asked: [method: string, path: string, body?: object][] = [
    ['GET', '/api/v1/fleet/sites'],
    ['POST', '/api/v1/fleet/sites', { siteName: 'mine' }],
    ['GET', `/api/v1/fleet/sites/${siteId}`],
    ['GET', '/api/v1/fleet/clients'],
    ['POST', '/api/v1/fleet/clients', { clientName: 'mine', scopes: ['fleet:admin'] }],
    ['GET', client],
    ['PATCH', client, { isEnabled: false }],
    ['POST', `${client}/secrets`],
    ['DELETE', `${client}/sessions`],
    ['PUT', `${client}/grants`, { allSites: true, can: 'schedule' }],
    ['DELETE', `${client}/grants?allSites=true`],
    ['PUT', `${client}/subjects`, mapping],
    ['DELETE', `${client}/subjects?${new URLSearchParams(mapping).toString()}`],
    ['DELETE', client],
    ['GET', keys],
    ['DELETE', `${keys}/${keyId}`],
    ['POST', keys],
    ['PATCH', `/api/v1/fleet/sites/${siteId}`, { notes: 'mine' }],
    ['DELETE', `/api/v1/fleet/sites/${siteId}?name=secret%20victim`],
    ['GET', '/api/v1/fleet/persons'],
    ['POST', '/api/v1/fleet/persons', { issuer: mapping.issuer, subject: crypto.randomUUID(), personName: 'mine' }],
    ['GET', person],
    ['PATCH', person, { isEnabled: false }],
    ['GET', `${person}/sessions`],
    ['DELETE', `${person}/sessions`],
    ['PUT', `${person}/roles`, role],
    ['DELETE', `${person}/roles?allSites=true`],
    ['DELETE', person],
    ['GET', '/api/v1/fleet/groups'],
    ['POST', '/api/v1/fleet/groups', { issuer: mapping.issuer, groupName: crypto.randomUUID() }],
    ['GET', group],
    ['PUT', `${group}/roles`, role],
    ['DELETE', `${group}/roles?allSites=true`],
    ['DELETE', group],
    ['GET', '/api/v1/fleet/registry'],
    ['POST', '/api/v1/fleet/registry', { format: 'setpoint-registry-1', sites: [], clients: [] }],
    ['GET', '/api/v1/fleet/signing-keys'],
    ['POST', '/api/v1/fleet/signing-keys'],
    ['DELETE', `/api/v1/fleet/signing-keys/${NOBODY}`],
    ['GET', '/api/v1/fleet/audit'],
    ['GET', '/api/v1/fleet/alerts'],
    ['POST', '/api/v1/fleet/alerts', ALERT],
    ['PATCH', `/api/v1/fleet/alerts/${NOBODY}`, { minutes: 1 }],
    ['PUT', `/api/v1/fleet/alerts/${NOBODY}/snooze`, { until: null }],
    ['POST', `/api/v1/fleet/alerts/${NOBODY}/test`],
    ['DELETE', `/api/v1/fleet/alerts/${NOBODY}`],
    ['GET', `/api/v1/fleet/sites/${NOBODY}`],
    ['GET', `/api/v1/fleet/clients/${NOBODY}`],
  ];
  const statuses: number[] = [];
  for (const [method, path, body] of asked) {
    statuses.push((await ask(path, { method, ...(body === undefined ? {} : { body }) })).status);
  }
  const [status] = statuses;
  const isAuditor = status === 200 && statuses[1] === 403;
  if (status === 200 && !isAuditor) {
    const first = [200, 201, 200, 200, 201, 200, 200, 201, 204, 200, 204, 200, 204, 204];
    expect(statuses).toEqual([
      ...first,
      200,
      204,
      201,
      200,
      204,
      ...PEOPLE,
      200,
      200,
      200,
      201,
      404,
      ...AUDIT,
      ...ALERTS,
      404,
      404,
    ]);
    return 'yes';
  }
  const answers = asked.map(([method, path], index) => ({ method, path, status: statuses[index] ?? 0 }));
  if (isAuditor) await checkReads(answers, fleet);
  const refused = answers.filter(({ method }) => !isAuditor || method !== 'GET');
  expect(new Set(refused.map((answer) => answer.status))).toEqual(new Set([isAuditor ? 403 : status]));
  expect([await everythingOn(fleet), await liveKeys(fleet, keys)]).toEqual([before, keysBefore]);
  return isAuditor ? 'reads' : String(status);
}

interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** An auditor reads what operators read, and is told of what is missing as they are. */
async function checkReads(answers: readonly Answered[], { operator }: Fleet): Promise<void> {
  for (const { method, path, status } of answers) {
    if (method === 'GET') expect([path, status]).toEqual([path, (await operator.ask(path)).status]);
  }
}

async function made({ operator }: Fleet, what: 'persons' | 'groups', body: object): Promise<string> {
  const added = (await operator.ask(`/api/v1/fleet/${what}`, { method: 'POST', body })).body as Record<string, string>;
  return `/api/v1/fleet/${what}/${added['personId'] ?? added['groupId']}`;
}

async function liveKeys({ operator }: Fleet, path: string): Promise<{ keyId: string }[]> {
  return ((await operator.ask(path)).body as { keys: { keyId: string }[] }).keys;
}
