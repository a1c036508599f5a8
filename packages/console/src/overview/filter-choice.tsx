import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { FleetTotals } from '../sites/sum-fleet.ts';
import { countOf } from '../words/count-text.ts';
import type { Filter } from './arrange-sites.ts';

export interface FilterChoiceProps {
  readonly totals: FleetTotals;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

type Option = readonly [Filter, label: string, count: number];

/** Which sites are shown. */
export function FilterChoice({ totals, filter, onFilter }: FilterChoiceProps) {
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
