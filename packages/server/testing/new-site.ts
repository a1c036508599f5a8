import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { type AddSiteInput, addSite } from '../src/registry/sites/add-site.ts';
import type { Store } from '../src/store/store.ts';

/** For tests: a site whose key nobody has. */
export async function newSite(
  store: Pick<Store, 'write'>,
  now: number,
  { siteId = randomUUID() as string as SiteId, ...named }: Partial<AddSiteInput> = {},
): Promise<SiteId> {
  const controllerKey = { keyId: randomUUID(), keyHash: randomUUID() };
  await store.write(addSite, { siteId, siteName: 's', timeZone: 'UTC', controllerKey, now, ...named });
  return siteId;
}
