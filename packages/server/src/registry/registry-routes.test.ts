import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientId, Scope } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../access/access.ts';
import { queryStore } from '../../../../test/harness/query-store.ts';
import { openStoreIn } from '../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { buildHttp } from '../http/build-http.ts';
import { accessRoutes } from './access-routes.ts';
import { clientRegistryRoutes } from './client-registry-routes.ts';
import { siteRegistryRoutes } from './site-registry-routes.ts';
import { addClient } from './add-client.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
const OPERATOR = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const READER = '00000000-0000-4000-8000-0000000000bb' as string as ClientId;
const scopesOf: Record<string, readonly Scope[]> = {
  [OPERATOR]: ['sites:read', 'schedules:write', 'fleet:admin'],
  [READER]: ['sites:read'],
};
const SITES = '/api/v1/fleet/sites';
const CLIENTS = '/api/v1/fleet/clients';
const NOBODY = randomUUID();

describe('the registry over HTTP', () => {
  let folder: string;
  let store: Store;
  let app: FastifyInstance;
  let base: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-registry-'));
    store = await openStoreIn(folder);
    for (const [clientId, scopes] of [[OPERATOR, scopesOf[OPERATOR]] as const, [READER, scopesOf[READER]] as const]) {
      await store.write(addClient, {
        clientId,
        clientName: clientId,
        scopes: scopes ?? [],
        secretHash: clientId,
        now: NOW,
      });
    }
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    const options = {
      store,
      now: () => NOW,
      offlineAfterMs: 90_000,
      access: createAccess({ store, authenticate: byClientId }),
      onRemoved: () => undefined,
    };
    siteRegistryRoutes(app, options);
    clientRegistryRoutes(app, options);
    accessRoutes(app, options);
    base = await app.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('answers 401 without a token and 403 without fleet:admin, on every path and before the body', async () => {
    const routes = [
      ['GET', SITES],
      ['POST', SITES],
      ['GET', `${SITES}/${NOBODY}`],
      ['DELETE', `${SITES}/${NOBODY}`],
      ['GET', CLIENTS],
      ['POST', CLIENTS],
      ['GET', `${CLIENTS}/${NOBODY}`],
      ['PATCH', `${CLIENTS}/${NOBODY}`],
      ['DELETE', `${CLIENTS}/${NOBODY}`],
      ['POST', `${CLIENTS}/${NOBODY}/secrets`],
      ['PUT', `${CLIENTS}/${NOBODY}/grants`],
      ['DELETE', `${CLIENTS}/${NOBODY}/grants`],
      ['PUT', `${CLIENTS}/${NOBODY}/subjects`],
      ['DELETE', `${CLIENTS}/${NOBODY}/subjects`],
    ] as const;
    for (const [method, path] of routes) {
      expect([method, path, await ask(method, path, { as: 'nobody' })]).toMatchObject([method, path, { status: 401 }]);
      expect([method, path, await ask(method, path, { as: READER })]).toMatchObject([method, path, { status: 403 }]);
    }
  });

  it('adds a site under an id of its own, in UTC, and stores the controller key as its hash alone', async () => {
    const added = await ask('POST', SITES, { body: { siteName: 'Nordhafen' } });
    expect(added).toMatchObject({ status: 201, body: { siteName: 'Nordhafen', timeZone: 'UTC' } });
    const { siteId, controllerKey } = added.body;
    expect(siteId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(controllerKey).toMatch(/^sck_[\w-]{43}$/);
    expect(await stored('SELECT key_hash FROM controller_key WHERE site_id = ?', siteId)).toEqual([
      { key_hash: hash('sha256', controllerKey) },
    ]);
    await expect(ask('GET', `${SITES}/${siteId}`)).resolves.toMatchObject({
      status: 200,
      body: { siteId, siteName: 'Nordhafen', timeZone: 'UTC', createdAt: '2026-10-25T00:30:00.000Z' },
    });
  });

  it('takes a given id in any letter case, once', async () => {
    const siteId = '2C8F1A4E-0000-7000-8000-ABCDEF000001';
    const body = { siteName: 'Werk 2', siteId, timeZone: 'Europe/Berlin' };
    const added = await ask('POST', SITES, { body });
    expect(added).toMatchObject({ status: 201, body: { siteId: siteId.toLowerCase(), timeZone: 'Europe/Berlin' } });
    await expect(ask('POST', SITES, { body })).resolves.toMatchObject({ status: 409, body: { error: 'conflict' } });
  });

  it('refuses what is wrong with a new site, and says where', async () => {
    const wrong: [unknown, string][] = [
      [{}, 'siteName'],
      [{ siteName: '' }, 'siteName'],
      [{ siteName: 'x'.repeat(201) }, 'siteName'],
      [{ siteName: 'x', siteId: 'x' }, 'siteId'],
      [{ siteName: 'x', timeZone: '+01:00' }, 'timeZone'],
      [{ siteName: 'x', timeZone: 'Europe/Atlantis' }, 'timeZone'],
      [{ siteName: 'x', colour: 'red' }, 'colour'],
      [[], 'object'],
    ];
    for (const [body, place] of wrong) {
      const answer = await ask('POST', SITES, { body });
      expect(answer).toMatchObject({ status: 400, body: { error: 'bad_request' } });
      expect(answer.body.message).toContain(place);
    }
  });

  it('refuses query parameters it does not know, and pages it did not hand out', async () => {
    const queries = [
      'colour=red',
      'limit=0',
      'limit=1001',
      'limit=x',
      'limit=1&limit=2',
      'cursor=x',
      'cursor=%00',
      'cursor=WzEsMl0',
    ];
    for (const path of [SITES, CLIENTS]) {
      for (const query of queries) {
        expect([query, await ask('GET', `${path}?${query}`)]).toMatchObject([query, { status: 400 }]);
      }
    }
    await expect(ask('POST', `${SITES}?dryRun=true`, { body: { siteName: 'x' } })).resolves.toMatchObject({
      status: 400,
    });
  });

  it('lists all in pages, each once and in the order of the names', async () => {
    for (const siteName of ['p3', 'p1', 'p2', 'p1']) await ask('POST', SITES, { body: { siteName } });
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const { body }: Answer = await ask('GET', `${SITES}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      for (const { siteName } of body.sites) seen.push(siteName);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(['Nordhafen', 'Werk 2', 'p1', 'p1', 'p2', 'p3']);
    expect(pages).toBe(3);
  });

  it('finds sites by a part of their name and by how they are, a page at a time', async () => {
    const { body } = await ask('GET', `${SITES}?name=nord&online=false&state=unreachable&issues=false`);
    expect(body.sites.map(({ siteName }) => siteName)).toEqual(['Nordhafen']);
    const { body: first } = await ask('GET', `${SITES}?name=P&limit=2`);
    expect(first.sites.map(({ siteName }) => siteName)).toEqual(['p1', 'p1']);
    const { body: rest } = await ask('GET', `${SITES}?name=P&limit=2&cursor=${first.nextCursor}`);
    expect(rest.sites.map(({ siteName }) => siteName)).toEqual(['p2', 'p3']);
  });

  it('changes what is named of a site, and nothing else', async () => {
    const { body: site } = await ask('POST', SITES, {
      body: { siteName: 'Alt', timeZone: 'Europe/Berlin', notes: 'old' },
    });
    const path = `${SITES}/${site.siteId}`;
    await expect(ask('PATCH', path, { body: { notes: 'feeder 3' } })).resolves.toMatchObject({
      status: 200,
      body: { siteName: 'Alt', timeZone: 'Europe/Berlin', notes: 'feeder 3' },
    });
    for (const body of [{ timeZone: 'Mars' }, {}]) expect((await ask('PATCH', path, { body })).status).toBe(400);
    const asked = ['', '?name=Neu', '?name=Alt'].map((query) => async () => (await ask('DELETE', path + query)).status);
    for (const status of [400, 409, 204]) await expect(asked.shift()?.()).resolves.toBe(status);
  });

  it('removes a site with its grants; a second time there is none', async () => {
    const { body: site } = await ask('POST', SITES, { body: { siteName: 'short-lived' } });
    const path = `${SITES}/${site.siteId}?name=short-lived`;
    const { body: client } = await ask('POST', CLIENTS, { body: { clientName: 'Optimiser' } });
    await ask('PUT', `${CLIENTS}/${client.clientId}/grants`, { body: { siteId: site.siteId, can: 'read' } });
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 204 });
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 404 });
    await expect(ask('GET', `${CLIENTS}/${client.clientId}`)).resolves.toMatchObject({ body: { grants: [] } });
  });

  it('adds a client with a secret, changes it, and removes it', async () => {
    const added = await ask('POST', CLIENTS, { body: { clientName: 'Trader' } });
    expect(added).toMatchObject({ status: 201, body: { clientName: 'Trader' } });
    const path = `${CLIENTS}/${added.body.clientId}`;
    const { body: other } = await ask('POST', `${path}/secrets`);
    const hashes = await stored('SELECT secret_hash FROM client_secret WHERE client_id = ?', added.body.clientId);
    expect(new Set(hashes.map((row) => row['secret_hash']))).toEqual(
      new Set([added.body.clientSecret, other.clientSecret].map((text) => hash('sha256', text))),
    );
    await expect(ask('PATCH', path, { body: { isEnabled: false } })).resolves.toMatchObject({
      status: 200,
      body: { isEnabled: false, scopes: ['sites:read', 'schedules:write'] },
    });
    await expect(ask('PATCH', path, { body: { isEnabled: 'no' } })).resolves.toMatchObject({ status: 400 });
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 204 });
    await expect(ask('GET', path)).resolves.toMatchObject({ status: 404 });
  });

  it('lets no operator disable or remove himself', async () => {
    const path = `${CLIENTS}/${OPERATOR.toUpperCase()}`;
    await expect(ask('PATCH', path, { body: { isEnabled: false } })).resolves.toMatchObject({ status: 409 });
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 409 });
    await expect(ask('PATCH', path, { body: { isEnabled: true } })).resolves.toMatchObject({ status: 200 });
  });

  it('grants one site or all, replaces a grant, and takes it back', async () => {
    const { body: site } = await ask('POST', SITES, { body: { siteName: 'granted' } });
    const { body: client } = await ask('POST', CLIENTS, { body: { clientName: 'Grantee' } });
    const { siteId } = site;
    const path = `${CLIENTS}/${client.clientId}/grants`;
    for (const body of [
      { siteId, can: 'read' },
      { siteId: siteId.toUpperCase(), can: 'schedule' },
      { allSites: true, can: 'read' },
    ]) {
      await expect(ask('PUT', path, { body })).resolves.toMatchObject({ status: 200 });
    }
    const client1 = await ask('GET', `${CLIENTS}/${client.clientId}`);
    expect(client1.body.grants).toEqual([
      { allSites: true, can: 'read' },
      { siteId, can: 'schedule' },
    ]);
    await expect(ask('DELETE', `${path}?allSites=true`)).resolves.toMatchObject({ status: 204 });
    await expect(ask('DELETE', `${path}?allSites=true`)).resolves.toMatchObject({ status: 404 });
    const client2 = await ask('GET', `${CLIENTS}/${client.clientId}`);
    expect(client2.body.grants).toEqual([{ siteId, can: 'schedule' }]);
  });

  it('refuses a grant that names both, neither, or what is not there', async () => {
    const { body: client } = await ask('POST', CLIENTS, { body: { clientName: 'Grantee' } });
    const path = `${CLIENTS}/${client.clientId}/grants`;
    const cases: [unknown, number][] = [
      [{ can: 'read' }, 400],
      [{ siteId: NOBODY, allSites: true, can: 'read' }, 400],
      [{ allSites: false, can: 'read' }, 400],
      [{ allSites: true, can: 'everything' }, 400],
      [{ siteId: '*', can: 'read' }, 400],
      [{ siteId: NOBODY, can: 'read' }, 404],
    ];
    for (const [body, status] of cases) {
      expect([body, await ask('PUT', path, { body })]).toMatchObject([body, { status }]);
    }
    await expect(
      ask('PUT', `${CLIENTS}/${NOBODY}/grants`, { body: { allSites: true, can: 'read' } }),
    ).resolves.toMatchObject({ status: 404 });
    await expect(ask('DELETE', path)).resolves.toMatchObject({ status: 400 });
    await expect(ask('DELETE', `${path}?allSites=false`)).resolves.toMatchObject({ status: 400 });
  });

  it('maps a subject to one client, the same again gladly, to another not before it is unmapped', async () => {
    const { body: one } = await ask('POST', CLIENTS, { body: { clientName: 'one' } });
    const { body: other } = await ask('POST', CLIENTS, { body: { clientName: 'other' } });
    const mapping = { issuer: 'https://id.example/a b', subject: 'robot&1' };
    const onePath = `${CLIENTS}/${one.clientId}/subjects`;
    const otherPath = `${CLIENTS}/${other.clientId}/subjects`;
    await expect(ask('PUT', onePath, { body: mapping })).resolves.toMatchObject({ status: 200, body: mapping });
    await expect(ask('PUT', onePath, { body: mapping })).resolves.toMatchObject({ status: 200 });
    await expect(ask('PUT', otherPath, { body: mapping })).resolves.toMatchObject({ status: 409 });
    const query = new URLSearchParams(mapping).toString();
    await expect(ask('DELETE', `${otherPath}?${query}`)).resolves.toMatchObject({ status: 404 });
    await expect(ask('DELETE', `${onePath}?${query}`)).resolves.toMatchObject({ status: 204 });
    await expect(ask('PUT', otherPath, { body: mapping })).resolves.toMatchObject({ status: 200 });
  });

  interface Asking {
    readonly as?: string;
    readonly body?: unknown;
  }

  async function ask(method: string, path: string, { as = OPERATOR, body }: Asking = {}): Promise<Answer> {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: as, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
  }

  function stored(sql: string, id: string) {
    return queryStore(folder, sql.replace('?', `'${id}'`));
  }
});

interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** What some answer or other has; a test asks only for what belongs there. */
interface Body {
  readonly siteId: string;
  readonly controllerKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly message: string;
  readonly sites: { siteName: string }[];
  readonly nextCursor: string | null;
  readonly grants: unknown[];
}

function byClientId(authorization: string | undefined) {
  const scopes = scopesOf[authorization ?? ''];
  return scopes === undefined ? undefined : { clientId: authorization as ClientId, scopes: new Set(scopes) };
}
