import { Button, Input, SearchField, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { PoolFilter } from '../pools/pool-filter.tsx';
import type { FleetTotals } from '../sites/sum-fleet.ts';
import { countText } from '../words/count-text.ts';
import type { Filter } from './arrange-sites.ts';

export interface FleetBarProps {
  readonly totals: FleetTotals;
  readonly shown: number;
  readonly search: string;
  readonly filter: Filter;
  readonly poolId: string;
  readonly onPool: (poolId: string) => void;
  readonly onSearch: (search: string) => void;
  readonly onFilter: (filter: Filter) => void;
}

/** Search and filters above the table. */
export function FleetBar({ totals, shown, search, filter, poolId, onPool, onSearch, onFilter }: FleetBarProps) {
  const { byReason, sites, online, needAttention } = totals;
  const options: readonly (readonly [Filter, string, number])[] = [
    ['all', 'All', sites],
    ['attention', 'Need attention', needAttention],
    ['online', 'Online', online],
    ['offline', 'Offline', sites - online],
    ['behind', 'Not in sync', byReason.get('behind') ?? 0],
    ['rejected', 'Rejected', byReason.get('rejected') ?? 0],
    ['deviating', 'Deviating', byReason.get('deviating') ?? 0],
    ['issue', 'With issues', byReason.get('issue') ?? 0],
  ];
  return (
    <div className="fleet-bar">
      <SearchField aria-label="Search the sites" value={search} onChange={onSearch} className="search">
        <Input placeholder="Search by name or id" />
        <Button aria-label="Clear the search">×</Button>
      </SearchField>
      <PoolFilter poolId={poolId} onPool={onPool} />
      <ToggleButtonGroup
        className="chips"
        aria-label="Sites shown"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[filter]}
        onSelectionChange={(keys) => {
          const [chosen] = keys;
          onFilter(options.find(([id]) => id === chosen)?.[0] ?? 'all');
        }}
      >
        {options
          .filter(([id, , count]) => count > 0 || id === filter || id === 'all')
          .map(([id, label, count]) => (
            <ToggleButton key={id} id={id} className="chip">
              {label} <span className="chip-count">{count.toLocaleString('en')}</span>
            </ToggleButton>
          ))}
      </ToggleButtonGroup>
      <span className="muted shown" role="status">
        {countText(shown, 'site')}
      </span>
    </div>
  );
}
