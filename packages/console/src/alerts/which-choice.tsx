import type { Alert, AlertCondition } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { useSite, useSites } from '../sites/fleet-feed.tsx';

/** The sites that an alert is about. */
export type Which = Pick<Alert, 'siteId' | 'poolId' | 'allSites'>;

interface Option {
  readonly id: string;
  readonly name: string;
  readonly which: Which;
}

const ALL: Option = { id: 'all', name: 'All sites', which: { allSites: true } };
const ALL_POOLS: Option = { ...ALL, name: 'All pools' };
const LAYOUT = { rowHeight: 34 };
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
    <ComboBox
      className="field"
      defaultItems={options}
      selectedKey={idOf(which)}
      onSelectionChange={(key) => onWhich((options.find(({ id }) => id === key) ?? ALL).which)}
    >
      <Label>{isOfPools ? 'Pools' : 'Sites'}</Label>
      <div className="combo-input">
        <Input />
        <Button className="combo-button">
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <Popover className="popover">
        <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
          <ListBox className="menu combo-list">
            {({ id, name }: Option) => (
              <ListBoxItem id={id} textValue={name}>
                {name}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </ComboBox>
  );
}
