import { randomUUID } from 'node:crypto';
import type { ClientId, Scope, SiteId } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../http/server/build-http.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite as addedSite } from '../../testing/new-site.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import { STORE_KINDS, storeOfTests } from '../../testing/open-test-store.ts';
import { type Access, createAccess } from './access.ts';
import { putGrant } from './grants/put-grant.ts';
import { createCallerLimits } from '../limits/caller-limits.ts';
import { testBudget } from '../../testing/test-budget.ts';

const MANY = 120;

describe.each(STORE_KINDS)('what a caller may touch, on %s', async (kind) => {
  const { store } = await storeOfTests(kind);
  let asked: string[] = [];
  let begun: string[] = [];
  const seen: SiteId[] = [];
  const clients = new Map<string, { clientId: ClientId; scopes: ReadonlySet<Scope> }>();

  async function newClient(name: string, scopes: readonly Scope[] = ['sites:read', 'schedules:write']) {
    const clientId = randomUUID() as string as ClientId;
    await store.write(addClient, { clientId, clientName: name, scopes, secretHash: name, now: 0 });
    clients.set(name, { clientId, scopes: new Set(scopes) });
    return clientId;
  }

  const reader = () => clients.get('reader') ?? expect.unreachable('there is no reader');
  const newSite = () => addedSite(store, 0);
  const readerId = await newClient('reader');
  const scheduler = await newClient('scheduler');
  for (let index = 0; index < MANY; index += 1) seen.push(await newSite());
  for (const siteId of seen) await store.write(putGrant, { clientId: readerId, siteId, canSchedule: false });
  await store.write(putGrant, { clientId: scheduler, siteId: '*', canSchedule: true });
  const access = createAccess({
    budget: { ...testBudget(), begin: (whose) => void begun.push(whose) },
    limits: createCallerLimits({ failedAuthPerMinute: 1_000, callsPerMinute: 0 }, Date.now),
    store: noting(store, (what) => asked.push(what)),
    authenticate(authorization = '', _isAnew = false, turn?: () => unknown) {
      void turn?.();
      return clients.get(authorization);
    },
  });
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  addRoutes(app, access);
  afterAll(() => app.close());

  async function ask(url: string, authorization?: string): Promise<number> {
    asked = [];
    const headers = authorization === undefined ? {} : { authorization };
    return (await app.inject({ url, headers })).statusCode;
  }

  it('begins what is yet to be verified in the turn of its address, and the rest in that of the client', async () => {
    begun = [];
    await ask('/public/sites:read/x', 'nobody');
    await ask(`/fleet/${seen[0]}`, 'reader');
    expect(begun).toEqual(['127.0.0.1', '127.0.0.1', clients.get('reader')?.clientId]);
  });

  it('asks one statement for a site of the public interface', async () => {
    expect(await ask(`/public/schedules:write/${seen[0]}`, 'scheduler')).toBe(200);
    expect(asked).toEqual(['first']);
  });

  it('asks for many named sites a page at a time', async () => {
    asked = [];
    expect(await access.sites(reader(), seen)).toEqual(seen);
    expect(asked).toEqual(['all', 'all', 'all']);
  });

  it('takes many named sites only when the caller can see them all, each once', async () => {
    const other = await newSite();
    await expect(access.sites(reader(), [...seen, other])).rejects.toThrow(`there is no such site: ${other}`);
    await expect(access.sites(reader(), [...seen, 'x'])).rejects.toThrow('there is no such site: x');
    const twice = `siteIds[${MANY}]: ${seen[3]} is named twice`;
    await expect(access.sites(reader(), [...seen, seen[3] ?? ''])).rejects.toThrow(twice);
  });
});

function addRoutes(app: FastifyInstance, access: Access): void {
  app.get('/public/:scope/:siteId', async (request) => {
    const { scope } = request.params as { scope: Scope };
    return (await access.publicSite(request, scope)).site;
  });
  app.get('/fleet/:siteId', async (request) => {
    const { siteId } = request.params as { siteId: SiteId };
    return (await access.site(await access.caller(request, 'sites:read'), siteId)).site;
  });
}

/** The store, with word of each statement that a read asks. */
function noting(store: Store, note: (what: 'all' | 'first') => void): Store {
  const notingTx = (tx: Tx): Tx => ({
    ...tx,
    all(...asked) {
      note('all');
      return tx.all(...asked);
    },
    first(...asked) {
      note('first');
      return tx.first(...asked);
    },
  });
  return { ...store, read: (transaction, input) => store.read((tx, given) => transaction(notingTx(tx), given), input) };
}
