import { randomUUID } from 'node:crypto';
import type { ClientId, KeptClient, KeptSite, RegistryDocument, SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../store/store.ts';
import { storeOfEachTest } from '../../../testing/open-test-store.ts';
import { importRegistry } from './import-registry.ts';
import { registryTexts } from './registry-texts.ts';
import { removeClient } from '../clients/remove-client.ts';
import { removeSite } from '../sites/remove-site.ts';

const SITE = 'ab0b8f2f-0000-4000-8000-00000000000a';
const CALLER = randomUUID() as string as ClientId;
const SUBJECT = { issuer: 'https://login.example', subject: 'x' };

describe('the import of a registry', () => {
  let turns = 0;

  const opened = storeOfEachTest('SQLite');

  function load(named: Partial<RegistryDocument>, store = opened.store) {
    const document: RegistryDocument = { format: 'setpoint-registry-1', sites: [], clients: [], ...named };
    return importRegistry({
      store,
      now: () => 0,
      callerId: CALLER,
      by: { actor: { kind: 'client', id: CALLER } },
      onRescheduled: () => undefined,
      document,
      isDryRun: false,
      turn: () => Promise.resolve(void (turns += 1)),
    });
  }

  async function exportAll(): Promise<RegistryDocument> {
    let text = '';
    for await (const part of registryTexts(opened.store, Date.now())) text += part;
    return JSON.parse(text) as RegistryDocument;
  }

  it('lets others go first while it checks what it is to do', async () => {
    const sites = Array.from({ length: 20_000 }, () => ({ ...site('s'), siteId: randomUUID() }));
    turns = 0;
    const wrong = { ...site('wrong'), siteId: 'none' };
    await expect(load({ sites: [...sites, wrong] })).rejects.toThrow('sites[20000].siteId: must be a UUID');
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('refuses to change a site that is removed while it runs', async () => {
    await load({ sites: [site('Nordhafen')] });
    const gone = beforeWrite(opened.store, 'changeSite', async () => {
      await opened.store.write(removeSite, { siteId: SITE as SiteId, siteName: 'Nordhafen', now: 0 });
    });
    await expect(load({ sites: [site('Suedhafen')] }, gone)).rejects.toThrow('removed meanwhile');
  });

  it.each(['changeClient', 'putGrant', 'mapSubject'])('refuses the step %s for a client that is gone', async (step) => {
    const [made] = (await load({ clients: [client({})] })).clientSecrets;
    const clientId = made?.clientId as ClientId;
    const gone = beforeWrite(opened.store, step, async () => {
      await opened.store.write(removeClient, { clientId });
    });
    const changed = {
      changeClient: { isEnabled: false },
      putGrant: { grants: [{ allSites: true as const, can: 'read' as const }] },
      mapSubject: { subjects: [SUBJECT] },
    }[step];
    await expect(load({ clients: [client(changed ?? {})] }, gone)).rejects.toThrow('removed meanwhile');
  });

  it('refuses a subject that acts as another client', async () => {
    await load({ clients: [client({ subjects: [SUBJECT] })] });
    await expect(load({ clients: [client({ clientName: 'other', subjects: [SUBJECT] })] })).rejects.toThrow(
      'x acts as another client; unmap it there first',
    );
  });

  it('names no step for a grant that is there already, however its site is written', async () => {
    const grants = [{ siteId: SITE.toUpperCase(), can: 'schedule' as const }];
    const document = { sites: [site('Nordhafen')], clients: [client({ grants: [...grants, ...grants] })] };
    const { steps } = await load(document);
    expect(steps.filter((text) => text.includes('schedule'))).toEqual([`let desk schedule ${SITE}`]);
    expect((await load(document)).steps).toEqual([]);
  });

  it('keeps the end of a grant, says it, changes it, and refuses one in the past', async () => {
    const ending = (endsAt: string) =>
      load({ clients: [client({ grants: [{ allSites: true, can: 'read', endsAt }] })] });
    const steps = ['let desk read all sites until 2099-01-01T00:00:00.000Z'];
    expect((await ending('2099-01-01T01:00:00+01:00')).steps).toEqual(['add the client desk', ...steps]);
    const exported = await exportAll();
    expect(exported.clients[0]?.grants).toEqual([{ allSites: true, can: 'read', endsAt: '2099-01-01T00:00:00.000Z' }]);
    expect((await load(exported)).steps).toEqual([]);
    expect((await ending('2100-01-01T00:00:00Z')).steps).toEqual([steps[0]?.replace('2099', '2100')]);
    await expect(ending('1969-12-31T23:00:00Z')).rejects.toThrow('clients[0].grants[0].endsAt:');
    await expect(ending('1970-01-01T00:00:00Z')).rejects.toThrow('clients[0].grants[0].endsAt: is in the past');
  });

  it('finds all that there is, however much, and exports it', async () => {
    // One more than are read at once.
    const named = Array.from({ length: 201 }, (_, at) => `n${at}`);
    const holder = { issuer: SUBJECT.issuer, roles: [] };
    const wanted = {
      sites: named.map((siteName) => ({ ...site(siteName), siteId: randomUUID() })),
      clients: named.map((clientName) => client({ clientName })),
      groups: named.map((groupName) => ({ ...holder, groupName })),
      persons: named.map((subject) => ({ ...holder, subject, personName: 'one name', isEnabled: true })),
    };
    await load(wanted);
    const lists = Object.values(await exportAll()).filter((list) => Array.isArray(list));
    expect(lists.map((list) => list.length)).toEqual([201, 0, 201, 201, 201]);
    expect((await load(wanted)).steps).toEqual([]);
  });

  it('keeps how long a controller carries on, and leaves it where a document does not name it', async () => {
    await load({ sites: [site('Nordhafen')] });
    expect((await load({ sites: [{ ...site('Nordhafen'), holdSeconds: 600 }] })).steps).toEqual([
      'change holdSeconds of the site Nordhafen',
    ]);
    expect((await exportAll()).sites[0]?.holdSeconds).toBe(600);
    expect((await load({ sites: [site('Nordhafen')] })).steps).toEqual([]);
  });

  it('makes pools with their members and grants, and says what differs', async () => {
    const poolId = '0B7C3F52-6A1D-4E39-8C55-D1F0A7E2B946';
    const pool = { poolId, poolName: 'north', service: 'afrr' as const, split: 'merit' as const };
    const named = (members: { siteId: string; rank?: number }[]) => ({
      sites: [site('Nordhafen')],
      pools: [{ ...pool, enduranceMinutes: 60, members }],
      clients: [client({ grants: [{ poolId, can: 'read' }] })],
    });
    const { steps } = await load(named([{ siteId: SITE }]));
    const id = poolId.toLowerCase();
    expect(steps).toContain(`add the pool north (${id})`);
    expect(steps).toContain(`let desk read the pool ${id}`);
    const exported = await exportAll();
    expect(exported.pools).toMatchObject([{ poolId: id, members: [{ siteId: SITE, to: null, role: 'primary' }] }]);
    expect((await load(exported)).steps).toEqual([]);
    expect((await load(named([{ siteId: SITE, rank: 3 }]))).steps).toEqual(['change members of the pool north']);
    await expect(load(named([{ siteId: poolId }]))).rejects.toThrow('pools[0].members: there is no such site');
    const grants = [{ poolId: SITE, can: 'read' as const }];
    await expect(load({ clients: [client({ grants })] })).rejects.toThrow('clients[0].grants[0].poolId: there is no');
  });

  it('refuses two grants of one client that contradict each other', async () => {
    const grants = (['read', 'schedule'] as const).map((can) => ({ siteId: SITE, can }));
    const document = { sites: [site('Nordhafen')], clients: [client({ grants })] };
    await expect(load(document)).rejects.toThrow(`clients[0].grants[1]: ${SITE} is named twice`);
  });
});

function site(siteName: string): KeptSite {
  return { siteId: SITE, siteName, timeZone: 'UTC', notes: '' };
}

function client(named: Partial<KeptClient>): KeptClient {
  return { clientName: 'desk', isEnabled: true, scopes: ['sites:read'], grants: [], subjects: [], ...named };
}

/** The store, with something that happens just before one kind of write. */
function beforeWrite(store: Store, name: string, act: () => Promise<void>): Store {
  return {
    ...store,
    async write(write, input) {
      if (write.name === name) await act();
      return store.write(write, input);
    },
  };
}
