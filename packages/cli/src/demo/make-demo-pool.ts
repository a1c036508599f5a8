import type { SetpointClient } from '@setpoint/client';
import type { DemoSite } from './demo-registry.ts';

/** The same in every demonstration, so that it is there again after a restart. */
const POOL_ID = 'de300000-0000-4000-8000-00000000afff';

// They have a battery, so that they keep a setpoint and follow orders beside it. The brewery is a visitor's to try.
const MEMBERS = new Set([
  'Supermarket Rotterdam',
  'Wind park Dithmarschen',
  'Data centre Frankfurt',
  'Grid battery Antwerp',
  'Hospital Helsinki',
  'Solar park Alentejo',
]);

export function isInDemoPool(siteName: string): boolean {
  return MEMBERS.has(siteName);
}

/** Some of the sites as one pool, which the operator may ask for power in the console. */
export async function makeDemoPool(
  operator: SetpointClient,
  clientIds: readonly string[],
  sites: readonly DemoSite[],
): Promise<string> {
  const members = sites.filter(({ siteName }) => isInDemoPool(siteName)).map(({ siteId }) => ({ siteId }));
  const known = await isKnown(operator);
  // What a visitor changed stays.
  const settings = { poolName: 'aFRR demonstration', service: 'afrr', split: 'proportional' } as const;
  if (!known) await operator.pools.put(POOL_ID, { ...settings, members });
  for (const clientId of clientIds) await operator.registry.putGrant(clientId, { poolId: POOL_ID, can: 'schedule' });
  return POOL_ID;
}

async function isKnown(operator: SetpointClient): Promise<boolean> {
  for await (const { poolId } of operator.pools.list()) if (poolId === POOL_ID) return true;
  return false;
}
