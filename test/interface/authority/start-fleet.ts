import { CLIENT_ID, CLIENT_SECRET, startProvider } from '@setpoint/server/testing/start-provider';
import { type Credentials, operatorOf, signIn } from '../../support/service/sign-in.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { signToken } from './sign-token.ts';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { endedPersons } from './ended-persons.ts';
import { peopleAt } from './people-at.ts';

export interface Fleet extends AsyncDisposable {
  readonly url: string;
  readonly operator: ServiceClient;
  /** Granted to some; `b` only to those who have all sites. */
  readonly sites: { readonly a: string; readonly b: string };
  /** A pool with site a. */
  readonly poolId: string;
  readonly principals: readonly string[];
  /** The Authorization header of a principal, undefined for nobody. A person signs in each time, as a token lasts minutes. */
  readonly authorizationOf: (principal: string) => Promise<string | undefined>;
  /** Whether it is a person, who has sessions to sign out of, or a client that acts for one. */
  readonly isPersonal: (principal: string) => boolean;
}

const ALL = 'sites:read schedules:write fleet:admin';
const A_DAY_MS = 86_400_000;

/** A service with two sites and one principal of every kind. */
export async function startFleet(): Promise<Fleet> {
  const folder = await makeTempDir();
  // The service has to know the provider, and the provider where the service is: one of them has its address before.
  const link = await startProxy();
  const issuer = `http://127.0.0.1:${link.port}`;
  const known = { id: 'company', issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const company = { ...known, scopes: ['openid', 'profile', 'groups'] };
  const env = { SETPOINT_PROVIDERS: JSON.stringify([company]) };
  const service = await startService({ dataDir: folder.path, env });
  const { url } = service;
  const provider = await startProvider([{ publicUrl: url, id: 'company' }], issuer);
  link.leadTo(provider.port);
  const operator = await ServiceClient.signIn(url, folder.path);
  const added = await operator.ask('/api/v1/fleet/sites', { method: 'POST', body: { siteName: 'secret a' } });
  const { siteId: a, controllerKey } = added.body as { siteId: string; controllerKey: string };
  const sites = { a, b: await operator.addSite('secret b') };
  const operatorCredentials = await operatorOf(folder.path);
  const granted = async (grant?: object, scopes?: string) => {
    const client = await addClient(operator, scopes?.split(' '));
    if (grant !== undefined) await change(operator, 'PUT', { path: `${client.clientId}/grants`, body: grant });
    return client;
  };
  const bearer = async (client: Credentials, scope?: string) => `Bearer ${await signIn(url, client, scope)}`;
  const poolId = crypto.randomUUID();
  const pool = { poolName: 'secret pool', service: 'afrr', split: 'proportional', members: [{ siteId: a }] };
  await operator.ask(`/api/v1/fleet/pools/${poolId}`, { method: 'PUT', body: pool });
  const signal = { kW: 1, sequence: 0, validUntil: new Date(Date.now() + 600_000).toISOString() };
  await operator.ask(`/api/v1/fleet/pools/${poolId}/signal`, { method: 'PUT', body: signal });
  const disabled = await granted({ allSites: true, can: 'schedule' });
  const removed = await granted({ allSites: true, can: 'schedule' });
  const revoked = await granted({ siteId: a, can: 'schedule' });
  const lowered = await granted({ siteId: a, can: 'schedule' });
  const scheduler = await granted({ allSites: true, can: 'schedule' });
  const listener = await granted({ siteId: a, can: 'read' }, 'sites:read fleet:webhooks');
  const clients = new Map<string, string | undefined>([
    ['nobody', undefined],
    ['garbage', 'Bearer not.a.token'],
    [
      'another scheme',
      `Basic ${Buffer.from(`${operatorCredentials.clientId}:${operatorCredentials.clientSecret}`).toString('base64')}`,
    ],
    ['expired', `Bearer ${await tokenOf(Date.now() - A_DAY_MS)}`],
    ['of tomorrow', `Bearer ${await tokenOf(Date.now() + A_DAY_MS)}`],
    ['forged', `Bearer ${forge(await tokenOf(Date.now()))}`],
    ['controller key', `Bearer ${controllerKey}`],
    ['client secret', `Bearer ${operatorCredentials.clientSecret}`],
    ['disabled', await bearer(disabled)],
    ['removed', await bearer(removed)],
    ['without grants', await bearer(await granted())],
    ['grant revoked', await bearer(revoked)],
    ['grant lowered', await bearer(lowered)],
    ['read a', await bearer(await granted({ siteId: a, can: 'read' }))],
    ['schedule a', await bearer(await granted({ siteId: a, can: 'schedule' }))],
    ['read all', await bearer(await granted({ allSites: true, can: 'read' }))],
    ['schedule all', await bearer(scheduler)],
    ['… only to read', await bearer(scheduler, 'sites:read')],
    ['… only to write', await bearer(scheduler, 'schedules:write')],
    ['admin, no grants', await bearer(await granted(undefined, ALL))],
    ['operator', await bearer(operatorCredentials)],
    // As good as the one above: so nothing but its times makes an expired one bad.
    ['… signed by us', `Bearer ${await tokenOf(Date.now())}`],
    ['operator to read', await bearer(operatorCredentials, 'sites:read')],
    ['to hooks, read a', await bearer(listener)],
    ['… only to hooks', await bearer(listener, 'fleet:webhooks')],
    ['auditor', await bearer(await granted({ allSites: true, can: 'read' }, 'sites:read audit:read'))],
    ['auditor, no grants', await bearer(await granted(undefined, 'sites:read audit:read'))],
    ['read pool of a', await bearer(await granted({ poolId, can: 'read' }))],
    ['schedule its pool', await bearer(await granted({ poolId, can: 'schedule' }))],
  ]);
  const people = peopleAt({ url, operator, provider });
  const desk = await granted(undefined, 'sites:read schedules:write people:act');
  const deskOfA = await granted({ siteId: a, can: 'read' }, 'sites:read people:act');
  const everywhere = [{ role: 'dispatcher', allSites: true }] as const;
  // One each: signing out everywhere ends what is done for a person, too.
  const [dispatcher, manager, chief] = [
    await people.add('dispatcher', everywhere),
    await people.add('manager', everywhere),
    await people.add('chief', everywhere),
  ];
  const persons = new Map<string, () => Promise<string>>([
    ['person, no role', by(await people.add('nobody', []))],
    ['viewer of a', by(await people.add('viewer', [{ role: 'viewer', siteId: a }]))],
    ['dispatchers of a', by(await people.add('trader', [{ role: 'dispatcher', siteId: a }], { byGroup: true }))],
    ['viewers of its pool', by(await people.add('watcher', [{ role: 'viewer', poolId }], { byGroup: true }))],
    ['dispatcher of pool', by(await people.add('balancer', [{ role: 'dispatcher', poolId }]))],
    ['dispatcher of all', by(dispatcher)],
    [
      'viewer, dispatch a',
      by(
        await people.add('mixed', [
          { role: 'viewer', allSites: true },
          { role: 'dispatcher', siteId: a },
        ]),
      ),
    ],
    ['operators', by(await people.add('engineer', [{ role: 'operator', allSites: true }], { byGroup: true }))],
    ['auditor, a person', by(await people.add('auditor', [{ role: 'auditor', allSites: true }]))],
    ['desk for dispatcher', async () => people.exchange(await people.signIn(manager), desk)],
    ['reader for the same', async () => people.exchange(await people.signIn(chief), deskOfA)],
    ...endedPersons({ url, operator, provider, people, desk }),
  ]);
  // Each could do it with the token that it has.
  const cleared = [{ asset: 'grid', type: 'activePowerkW', entries: [] }];
  for (const principal of ['disabled', 'removed', 'grant revoked', 'grant lowered']) {
    const headers = { Authorization: clients.get(principal) ?? '' };
    const { status } = await operator.postSchedules(a, cleared, headers);
    if (status !== 201) throw new Error(`${principal}: ${status} before`);
  }
  await change(operator, 'PATCH', { path: disabled.clientId, body: { isEnabled: false } });
  await change(operator, 'DELETE', { path: removed.clientId });
  await change(operator, 'DELETE', { path: `${revoked.clientId}/grants?siteId=${a}` });
  await change(operator, 'PUT', { path: `${lowered.clientId}/grants`, body: { siteId: a, can: 'read' } });
  return {
    url,
    operator,
    sites,
    poolId,
    principals: [...clients.keys(), ...persons.keys()],
    async authorizationOf(principal) {
      const open = persons.get(principal);
      return open === undefined ? clients.get(principal) : `Bearer ${await open()}`;
    },
    isPersonal: (principal) => persons.has(principal),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await link[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };

  function by(subject: string) {
    return () => people.signIn(subject);
  }

  function tokenOf(issuedAtMs: number): Promise<string> {
    const claims = { url, clientId: operatorCredentials.clientId, scope: ALL, issuedAtMs, lifetimeSeconds: 3_600 };
    return signToken(folder.path, claims);
  }
}

async function addClient(operator: ServiceClient, scopes?: readonly string[]): Promise<Credentials> {
  const body = { clientName: 'secret client', ...(scopes === undefined ? {} : { scopes }) };
  return (await operator.ask('/api/v1/fleet/clients', { method: 'POST', body })).body as Credentials;
}

async function change(
  operator: ServiceClient,
  method: string,
  { path, body }: { path: string; body?: unknown },
): Promise<void> {
  const { status } = await operator.ask(`/api/v1/fleet/clients/${path}`, { method, body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
}

// Other claims over the signature of a good token.
function forge(token: string): string {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const changed = Buffer.from(claims, 'base64url').toString().replace('"jti":"', '"jti":"x');
  return [header, Buffer.from(changed).toString('base64url'), signature].join('.');
}
