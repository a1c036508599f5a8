import type { Alert, AlertCondition } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { type NamedOption, NamedChoice } from '../shell/named-choice.tsx';
import { useSite, useSites } from '../sites/fleet-feed.tsx';

/** The sites that an alert is about. */
export type Which = Pick<Alert, 'siteId' | 'poolId' | 'allSites'>;

interface Option extends NamedOption {
  readonly which: Which;
}

const ALL: Option = { id: 'all', name: 'All sites', which: { allSites: true } };
const ALL_POOLS: Option = { ...ALL, name: 'All pools' };
const SELDOM_MS = 60_000;

function usePoolOptions(): readonly Option[] {
  const { pools } = useClient();
  const { data } = useQuery({
    queryKey: ['alerts', 'pools'],
    queryFn: async () => {
      const found: Option[] = [];
      for await (const { poolId, poolName } of pools.list()) {
        found.push({ id: poolId, name: `Pool ${poolName}`, which: { poolId } });
      }
      return found;
    },
    staleTime: SELDOM_MS,
  });
  return data ?? [];
}

function idOf({ siteId, poolId }: Which): string {
  return siteId ?? poolId ?? ALL.id;
}

/** The sites of an alert, by name. */
export function useWhichText({ condition, ...which }: Which & Pick<Alert, 'condition'>): string {
  const id = idOf(which);
  const pools = usePoolOptions();
  const site = useSite(id);
  return (
    site?.siteName ??
    [condition === 'pool_short' ? ALL_POOLS : ALL, ...pools].find((option) => option.id === id)?.name ??
    id
  );
}

export interface WhichChoiceProps {
  readonly condition: AlertCondition;
  readonly which: Which;
  readonly onWhich: (which: Which) => void;
}

/** Chooses sites or a pool; what is about pools names no site. */
export function WhichChoice({ condition, which, onWhich }: WhichChoiceProps) {
  const pools = usePoolOptions();
  const sites = useSites().map(({ siteId, siteName }) => ({ id: siteId, name: siteName, which: { siteId } }));
  const isOfPools = condition === 'pool_short';
  const options = isOfPools ? [ALL_POOLS, ...pools] : [ALL, ...pools, ...sites];
  return (
    <NamedChoice
      label={isOfPools ? 'Pools' : 'Sites'}
      options={options}
      chosen={idOf(which)}
      onChosen={(chosen) => onWhich((options.find(({ id }) => id === chosen) ?? ALL).which)}
    />
  );
}
