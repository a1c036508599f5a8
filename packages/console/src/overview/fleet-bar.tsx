import { Button, Input, SearchField, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { PoolChoice } from '../pools/pool-choice.tsx';
import type { FleetTotals } from '../sites/sum-fleet.ts';
import { countOf, countText } from '../words/count-text.ts';
import type { FleetAddress } from './fleet-address.ts';
import type { Filter } from './arrange-sites.ts';

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

interface FilterChoiceProps {
  readonly totals: FleetTotals;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

type Option = readonly [Filter, label: string, count: number];

/** Which sites are shown. */
function FilterChoice({ totals, filter, onFilter }: FilterChoiceProps) {
  const options = optionsOf(totals).filter(([id, , count]) => count > 0 || id === filter || id === 'all');
  return (
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
      {options.map(([id, label, count]) => (
        <ToggleButton key={id} id={id} className="chip">
          {label} <span className="chip-count">{countOf(count)}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function optionsOf({ byReason, sites, online, needAttention }: FleetTotals): readonly Option[] {
  return [
    ['all', 'All', sites],
    ['attention', 'Need attention', needAttention],
    ['online', 'Online', online],
    ['offline', 'Offline', sites - online],
    ['behind', 'Not in sync', byReason.get('behind') ?? 0],
    ['rejected', 'Rejected', byReason.get('rejected') ?? 0],
    ['deviating', 'Deviating', byReason.get('deviating') ?? 0],
    ['issue', 'With issues', byReason.get('issue') ?? 0],
    ['held', 'Held', byReason.get('held') ?? 0],
  ];
}
