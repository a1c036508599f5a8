import { type ClientId, SCOPES, type SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { listSiteRights } from '../access/sites/list-site-rights.ts';
import { findClientBySecret } from '../identity/find-client-by-secret.ts';
import { hashSecret } from '../identity/make-secret.ts';
import { standingOf } from '../identity/standing-of.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { addSecret } from '../registry/clients/add-secret.ts';
import { newSite } from '../../testing/new-site.ts';
import { changeClient } from '../registry/clients/change-client.ts';
import { type OperatorFile, readOperatorFile, writeOperatorFile } from '../registry/clients/operator-file.ts';
import type { Store } from '../store/store.ts';
import { makeTestPlace, type TestPlace } from '../../testing/make-test-place.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { ofTest } from '../../testing/of-tests.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { resetOperator } from './reset-operator.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
const CLIENT = '0a000000-0000-4000-8000-00000000000a' as string as ClientId;
const SITE = '0a000000-0000-4000-8000-000000000001' as string as SiteId;

describe.each(STORE_KINDS)('an operator who is locked out of a store on %s', (kind) => {
  let folder: string;
  let place: TestPlace;

  beforeEach(async () => {
    folder = testFolder();
    place = await ofTest(makeTestPlace(kind, folder));
  });

  const reset = () => resetOperator({ place: place.place, dataDir: folder, now: NOW });
  const file = () => readOperatorFile(folder) ?? expect.unreachable('there is no operator file');
  /** What a secret of the operator's file can do; the number of what is made with it. */
  const look = async (store: Store, { clientId, clientSecret }: OperatorFile) => ({
    ...(await store.read(findClientBySecret, { clientId, secretHash: hashSecret(clientSecret) })),
    rights: [...(await store.read(listSiteRights, { clientId, siteIds: [SITE] })).values()],
  });
  const all = { isEnabled: true, scopes: SCOPES, rights: [{ canRead: true, canSchedule: true }] };

  it('is let in by a reset, with a new secret that ends all before it', async () => {
    const leaked = { url: 'http://x', clientId: CLIENT, clientSecret: 'leaked' };
    writeOperatorFile(folder, leaked);
    const store = await place.open();
    await addDesk(store);
    await store.write(addSecret, { clientId: CLIENT, secretHash: hashSecret('leaked'), now: NOW });
    const { generation } = await look(store, leaked);
    await store.write(changeClient, { clientId: CLIENT, isEnabled: false, now: NOW });
    await store.close();
    await expect(reset()).resolves.toEqual({ clientId: CLIENT });
    const written = file();
    expect(written).toEqual({ ...leaked, clientSecret: expect.stringMatching(/^scs_/) });
    const again = await ofTest(place.open());
    const before = { clientId: CLIENT, scopes: new Set<never>(), ...(generation === undefined ? {} : { generation }) };
    expect([await look(again, written), await again.read(standingOf, before)]).toMatchObject([all, 'over']);
    expect(await look(again, leaked)).not.toHaveProperty('generation');
  });

  it('is the one that the environment names, with the secret that is there, and no file is written', async () => {
    const operator = { clientId: CLIENT, clientSecret: 'a secret that a Secret holds' };
    const store = await place.open();
    await addDesk(store);
    await store.write(changeClient, { clientId: CLIENT, isEnabled: false, now: NOW });
    await store.close();
    await expect(resetOperator({ place: place.place, dataDir: folder, now: NOW, operator })).resolves.toEqual({
      clientId: CLIENT,
    });
    const again = await ofTest(place.open());
    expect(await look(again, { url: 'http://x', ...operator })).toMatchObject(all);
    expect(readOperatorFile(folder)).toBeUndefined();
  });

  it('is a new one where the file is lost, or names nobody', async () => {
    const store = await place.open();
    await addDesk(store);
    await store.close();
    const made = await reset();
    const written = file();
    expect(written.clientId).toBe(made.clientId);
    const again = await ofTest(place.open());
    expect(await look(again, written)).toMatchObject(all);
  });
});

async function addDesk(store: Store): Promise<void> {
  await store.write(addClient, { clientId: CLIENT, clientName: 'Desk', scopes: [], secretHash: 'secret', now: NOW });
  await newSite(store, NOW, { siteId: SITE, siteName: 'Site' });
}
