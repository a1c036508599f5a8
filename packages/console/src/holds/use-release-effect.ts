import type { SetpointClient } from '@setpoint/client';
import type { Hold, PoolSignal } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { inForce } from '../pools/in-force.ts';
import { lastSignal } from '../pools/use-pools.ts';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 2_000;
/** Of more pools or sites, only how many there are. */
const MOST_READ = 20;

/** What begins to move once a hold is released. */
export interface ReleaseEffect {
  readonly sites: number;
  /** The sum of the grid setpoints that are set for now; undefined where it was not read. */
  readonly setpointkW: number | undefined;
  readonly signals: readonly AskedPool[];
}

interface AskedPool extends Pick<PoolSignal, 'kW' | 'validUntil'> {
  readonly poolName: string;
  /** Of the whole pool, now; undefined where one site alone is released. */
  readonly orderedkW: number | undefined;
}

export function useReleaseEffect(hold: Hold) {
  const client = useClient();
  return useQuery({
    queryKey: ['holds', hold.holdId, 'effect'],
    queryFn: async (): Promise<ReleaseEffect> => {
      const [{ counts }, setpointkW, signals] = await Promise.all([
        client.holds.read(hold.holdId),
        setpointsOf(client, hold),
        signalsOf(client, hold),
      ]);
      return { sites: counts.sites, setpointkW, signals };
    },
    refetchInterval: EVERY_MS,
  });
}

async function setpointsOf(client: SetpointClient, { holdId, asset = 'grid', clientId }: Hold) {
  if (asset !== 'grid' || clientId !== undefined) return undefined;
  const held = await firstOf(client.holds.sites(holdId), MOST_READ + 1);
  if (held.length > MOST_READ) return undefined;
  const now = Date.now();
  const sites = await Promise.all(held.map(({ siteId }) => client.readSite(siteId)));
  const entries = sites
    .flatMap(({ schedules }) => schedules)
    .filter(({ asset: one, type }) => one === 'grid' && type === 'activePowerkW')
    .flatMap((command) => command.entries);
  return entries
    .filter(({ startAt, endAt }) => Date.parse(startAt) <= now && now < Date.parse(endAt))
    .reduce((sum, { value }) => sum + value, 0);
}

async function signalsOf({ pools }: SetpointClient, { allSites, poolId, siteId }: Hold): Promise<AskedPool[]> {
  if (siteId !== undefined) {
    const { orders } = await pools.siteOrders(siteId);
    return orders.flatMap(({ signal, validUntil }) =>
      signal === undefined ? [] : [{ ...signal, validUntil, orderedkW: undefined }],
    );
  }
  const held =
    poolId === undefined ? (allSites ? await firstOf(pools.list(), MOST_READ) : []) : [await pools.read(poolId)];
  const asked = held.map(async ({ poolId: id, poolName }) => {
    const signal = inForce(await lastSignal(pools, id), Date.now());
    return signal === null ? [] : [{ ...signal, poolName }];
  });
  return (await Promise.all(asked)).flat();
}

async function firstOf<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const first: Item[] = [];
  for await (const item of items) {
    first.push(item);
    if (first.length === most) break;
  }
  return first;
}
