import { Button, Input, SearchField } from 'react-aria-components';
import { PoolChoice } from '../pools/pool-choice.tsx';
import type { FleetTotals } from '../sites/sum-fleet.ts';
import { countText } from '../words/count-text.ts';
import { FilterChoice } from './filter-choice.tsx';
import type { FleetAddress } from './fleet-address.ts';

export interface FleetBarProps {
  readonly totals: FleetTotals;
  readonly shown: number;
  readonly address: FleetAddress;
  readonly onChange: (change: Partial<FleetAddress>) => void;
}

/** Search and filters above the sites. */
export function FleetBar({ totals, shown, address, onChange }: FleetBarProps) {
  return (
    <div className="fleet-bar">
      <SearchField
        aria-label="Search the sites"
        value={address.search}
        onChange={(search) => onChange({ search })}
        className="search"
      >
        <Input placeholder="Search by name or id" />
        <Button aria-label="Clear the search">×</Button>
      </SearchField>
      <FilterChoice totals={totals} filter={address.filter} onFilter={(filter) => onChange({ filter })} />
      <PoolChoice poolId={address.poolId} onPool={(poolId) => onChange({ poolId })} />
      <span className="muted shown" role="status">
        {countText(shown, 'site')}
      </span>
    </div>
  );
}
