import type { RegistryDocument, RegistryImport } from '@setpoint/contract';
import { ServiceClient } from '../support/service/service-client.ts';
import { signIn } from '../support/service/sign-in.ts';
import type { Service } from '../support/service/start-service.ts';
import type { Report } from './write-report.ts';
import { serve } from '../support/service/serve-tests.ts';

const CONTROLLERS = 10_000;
const SITES_IN_A_CALL = 1_000;
const LISTENERS = 200;
const PORTFOLIOS = 3;
const VIEWS = 500;
const LANES = 64;
const LANES_OF_A_CONSOLE = 6;
const QUARTER_MS = 900_000;
const DAY_MS = 96 * QUARTER_MS;
const CLEARING = { asset: 'bess', type: 'optimalSocPcnt', entries: [] };

/** Much that is done well, all from one address and by one client, with the limits that are there by default. */
export async function proveGoodUse(say: (line: string) => void): Promise<Report> {
  await using serving = await serve();
  const { service, operator } = serving;
  const { logins, trader } = await register(operator);
  say(`${logins.length} sites`);
  const use: Use = { service, logins, token: await signIn(service.url, trader), statuses: new Map() };
  await report(use);
  say('reports');
  const listeners = await listen(use);
  say('listeners');
  await setAll(use);
  say('portfolios');
  await look(use);
  listeners.abort();
  return judge(use, await refusedIn(service));
}

interface Use {
  readonly service: Service;
  readonly logins: RegistryImport['controllerKeys'];
  readonly token: string;
  /** What was asked, by how it was answered. */
  readonly statuses: Map<string, number>;
}

async function register(operator: ServiceClient) {
  const logins: RegistryImport['controllerKeys'][number][] = [];
  let trader: RegistryImport['clientSecrets'][number] | undefined;
  for (let from = 0; from < CONTROLLERS; from += SITES_IN_A_CALL) {
    const sites = Array.from({ length: SITES_IN_A_CALL }, (_, index) => ({
      siteId: crypto.randomUUID(),
      siteName: `Site ${from + index}`,
      timeZone: 'UTC',
      notes: '',
    }));
    const grants = sites.map(({ siteId }) => ({ siteId, can: 'schedule' as const }));
    const scopes = ['sites:read', 'schedules:write'] as const;
    const client = { clientName: 'trader', isEnabled: true, scopes: [...scopes], grants, subjects: [] };
    const body: RegistryDocument = { format: 'setpoint-registry-1', sites, clients: from === 0 ? [client] : [] };
    const { status, body: answer } = await operator.ask('/api/v1/fleet/registry', { method: 'POST', body });
    if (status !== 200) throw new Error(`no sites: ${status} ${JSON.stringify(answer)}`);
    const made = answer as RegistryImport;
    logins.push(...made.controllerKeys);
    trader ??= made.clientSecrets[0];
  }
  if (trader === undefined) throw new Error('no client');
  return { logins, trader };
}

async function listen({ service, token, statuses }: Use): Promise<AbortController> {
  const over = new AbortController();
  const opened = Array.from({ length: LISTENERS }, async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${service.url}/api/v1/fleet/events`, { headers, signal: over.signal });
    note(statuses, 'streams of events of one client, open at once', answer.status);
    answer.body?.pipeTo(new WritableStream()).catch(() => undefined);
  });
  await Promise.all(opened);
  return over;
}

async function report({ service, logins, statuses }: Use): Promise<void> {
  const session = crypto.randomUUID();
  await inLanes(LANES, logins, async ({ controllerKey }) => {
    const body = JSON.stringify({ session, sequence: 1, sentAt: new Date().toISOString(), schedule: null });
    const headers = { Authorization: `Bearer ${controllerKey}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${service.url}/api/v1/controller/report`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    note(statuses, 'reports, each of a controller of its own, from one address', answer.status);
  });
}

async function setAll({ service, logins, token, statuses }: Use): Promise<void> {
  const from = Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS;
  const at = (index: number) => new Date(from + index * QUARTER_MS).toISOString();
  const client = new ServiceClient(service.url, token);
  for (let value = 1; value <= PORTFOLIOS; value += 1) {
    const entries = Array.from({ length: 96 }, (_, index) => ({ startAt: at(index), endAt: at(index + 1), value }));
    const schedules = [{ asset: 'grid', type: 'activePowerkW', entries }];
    const batches = logins.slice(0, SITES_IN_A_CALL).map(({ siteId }) => ({ siteId, schedules }));
    const { status } = await client.ask('/api/v1/fleet/schedules', { method: 'POST', body: { mode: 'each', batches } });
    note(statuses, `bodies for ${SITES_IN_A_CALL} sites with 96 entries each, one after the other`, status);
  }
}

async function look({ service, logins, token, statuses }: Use): Promise<void> {
  const client = new ServiceClient(service.url, token);
  const [dayFrom, dayTo] = [0, 1].map((day) => new Date(Date.now() + day * DAY_MS).toISOString());
  await inLanes(LANES_OF_A_CONSOLE, logins.slice(0, VIEWS), async ({ siteId }) => {
    for (const part of [`plan?from=${dayFrom}&to=${dayTo}`, 'delivery', 'batches']) {
      const { status } = await client.ask(`/api/v1/fleet/sites/${siteId}/${part}`);
      note(statuses, `plans, deliveries and histories, ${LANES_OF_A_CONSOLE} at once`, status);
    }
    note(statuses, 'sites read and set one by one', (await client.getSite(siteId)).status);
    note(statuses, 'sites read and set one by one', (await client.postSchedules(siteId, [CLEARING])).status);
  });
}

async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  once: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await once(item);
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

function note(statuses: Map<string, number>, what: string, status: number): void {
  const key = status < 300 ? what : `${what}: ${status}`;
  statuses.set(key, (statuses.get(key) ?? 0) + 1);
}

async function refusedIn(service: Service): Promise<string[]> {
  const opsUrl = /operations +(\S+)/.exec(service.output())?.[1] ?? '';
  const figures = await (await fetch(`${opsUrl}/metrics`)).text();
  return figures.split('\n').filter((line) => /^setpoint_(connections_refused|refusals)_total\{.*\} [1-9]/.test(line));
}

function judge({ statuses }: Use, refused: readonly string[]): Pick<Report, 'facts' | 'faults'> {
  const lines = [...statuses].map(([what, count]) => `${count} ${what}`);
  const isGood = (line: string) => !/: \d{3}$/.test(line);
  return {
    facts: lines.filter(isGood).map((line) => `${line}.`),
    faults: [...lines.filter((line) => !isGood(line)), ...refused],
  };
}
