import type { SetpointClient } from '@setpoint/client';
import type { DemoSite } from './demo-registry.ts';

/** The same in every demonstration, so that it is there again after a restart. */
const POOL_ID = 'de300000-0000-4000-8000-00000000afff';
/** Helps out only, so that a visitor sees it do exactly what he sets. */
const BACKUP = 'Brewery Plzen';

/** The twelve sites as one pool, which the operator may ask for power in the console. */
export async function makeDemoPool(
  operator: SetpointClient,
  clientId: string,
  sites: readonly DemoSite[],
): Promise<string> {
  const members = sites.map(({ siteId, siteName }) => {
    return { siteId, role: siteName === BACKUP ? ('backup' as const) : ('primary' as const) };
  });
  const known = await isKnown(operator);
  // What a visitor changed stays.
  const settings = { poolName: 'aFRR demonstration', service: 'afrr', split: 'proportional' } as const;
  if (!known) await operator.pools.put(POOL_ID, { ...settings, members });
  await operator.registry.putGrant(clientId, { poolId: POOL_ID, can: 'schedule' });
  return POOL_ID;
}

async function isKnown(operator: SetpointClient): Promise<boolean> {
  for await (const { poolId } of operator.pools.list()) if (poolId === POOL_ID) return true;
  return false;
}
