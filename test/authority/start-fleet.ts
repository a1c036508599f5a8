import { type Credentials, operatorOf, signIn } from '../harness/sign-in.ts';
import { ServiceClient } from '../harness/service-client.ts';
import { signToken } from '../harness/sign-token.ts';
import { startService } from '../harness/start-service.ts';
import { makeTempDir } from '../harness/temp-dir.ts';

export interface Fleet extends AsyncDisposable {
  readonly url: string;
  readonly operator: ServiceClient;
  /** Granted to some; `b` only to those who have all sites. */
  readonly sites: { readonly a: string; readonly b: string };
  /** A pool with site a. */
  readonly poolId: string;
  /** The Authorization header of each principal; undefined for nobody. */
  readonly principals: ReadonlyMap<string, string | undefined>;
}

const ALL = 'sites:read schedules:write fleet:admin';
const A_DAY_MS = 86_400_000;

/** A service with two sites and one principal of every kind. */
export async function startFleet(): Promise<Fleet> {
  const folder = await makeTempDir();
  const service = await startService({ dataDir: folder.path });
  const { url } = service;
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
  const scheduler = await granted({ allSites: true, can: 'schedule' });
  const listener = await granted({ siteId: a, can: 'read' }, 'sites:read fleet:webhooks');
  const principals = new Map<string, string | undefined>([
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
    ['read pool of a', await bearer(await granted({ poolId, can: 'read' }))],
    ['schedule its pool', await bearer(await granted({ poolId, can: 'schedule' }))],
  ]);
  await change(operator, 'PATCH', { path: disabled.clientId, body: { isEnabled: false } });
  await change(operator, 'DELETE', { path: removed.clientId });
  await change(operator, 'DELETE', { path: `${revoked.clientId}/grants?siteId=${a}` });
  return {
    url,
    operator,
    sites,
    poolId,
    principals,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };

  function tokenOf(issuedAtMs: number): Promise<string> {
    const { clientId } = operatorCredentials;
    return signToken(folder.path, { url, clientId, scope: ALL, issuedAtMs, lifetimeSeconds: 3_600 });
  }
}

export async function addClient(operator: ServiceClient, scopes?: readonly string[]): Promise<Credentials> {
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
