import type { KeptPool, PoolId, SiteId } from '@setpoint/contract';
import { changeMembership, type Membership } from '@setpoint/core';
import type { ListedMember } from '../../pools/members/list-pool-members.ts';
import type { StoredPool } from '../../pools/list-pools.ts';
import { putPoolRefusal } from '../../pools/put-pool-refusal.ts';
import { putPool } from '../../pools/put-pool.ts';
import { readMemberships } from '../../pools/members/read-memberships.ts';
import type { Store } from '../../store/store.ts';
import type { Importing, ImportStep, StepOutcome } from './import-step.ts';
import { allPools } from './registry-texts.ts';

interface PresentPool {
  readonly pool: StoredPool;
  readonly members: readonly ListedMember[];
}

/** The pools that there are, by their ids. */
export async function presentPools(store: Store, now: number): Promise<Map<string, PresentPool>> {
  const pools = new Map<string, PresentPool>();
  for await (const present of allPools(store, now)) pools.set(present.pool.poolId, present);
  return pools;
}

/** What an import does to pools; members that a pool of the document does not name leave it. */
export function poolSteps({ store, now, document, by }: Importing, present: Map<string, PresentPool>): ImportStep[] {
  return (document.pools ?? []).flatMap(({ members: named, ...kept }): ImportStep[] => {
    const pool = { ...kept, poolId: kept.poolId.toLowerCase() as PoolId };
    const before = present.get(pool.poolId);
    const text = changeText(pool, before, readMemberships(named, now()));
    const apply = async (): Promise<StepOutcome> => {
      const at = now();
      const outcome = await store.write(putPool, { ...pool, members: readMemberships(named, at), now: at, by });
      const refusal = putPoolRefusal(outcome);
      if (refusal !== undefined) throw refusal;
      return { kind: 'changed' };
    };
    return text === undefined ? [] : [{ text, about: pool.poolId, apply }];
  });

  function changeText(
    pool: Omit<KeptPool, 'members'>,
    before: PresentPool | undefined,
    wanted: ReadonlyMap<SiteId, readonly Membership[]>,
  ): string | undefined {
    if (before === undefined) return `add the pool ${pool.poolName} (${pool.poolId})`;
    const names = (['poolName', 'service', 'split', 'enduranceMinutes'] as const).filter(
      (name) => before.pool[name] !== pool[name],
    );
    const changed = [...names, ...(isChanged(before.members, wanted, now()) ? ['members'] : [])];
    return changed.length === 0 ? undefined : `change ${changed.join(', ')} of the pool ${pool.poolName}`;
  }
}

function isChanged(
  members: readonly ListedMember[],
  wanted: ReadonlyMap<SiteId, readonly Membership[]>,
  now: number,
): boolean {
  const known = Map.groupBy(members, ({ siteId }) => siteId);
  return [...new Set([...known.keys(), ...wanted.keys()])].some((siteId) => {
    const { ended, begun } = changeMembership(known.get(siteId) ?? [], wanted.get(siteId) ?? [], now);
    return ended.length > 0 || begun.length > 0;
  });
}
