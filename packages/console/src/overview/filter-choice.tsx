import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { FleetTotals } from '../sites/sum-fleet.ts';
import { countOf } from '../words/count-text.ts';
import type { Filter } from './arrange-sites.ts';

export interface FilterChoiceProps {
  readonly totals: FleetTotals;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** Shows a list that opens, where there is no room for all of them. */
  readonly isNarrow: boolean;
}

type Option = readonly [Filter, label: string, count: number];

/** Which sites are shown. */
export function FilterChoice({ totals, filter, onFilter, isNarrow }: FilterChoiceProps) {
  const options = optionsOf(totals).filter(([id, , count]) => count > 0 || id === filter || id === 'all');
  const choose = (chosen: unknown) => onFilter(options.find(([id]) => id === chosen)?.[0] ?? 'all');
  if (isNarrow) {
    return (
      <select
        className="cell-input"
        aria-label="Sites shown"
        value={filter}
        onChange={({ currentTarget: { value } }) => choose(value)}
      >
        {options.map(([id, label, count]) => (
          <option key={id} value={id}>
            {`${label} (${countOf(count)})`}
          </option>
        ))}
      </select>
    );
  }
  return (
    <ToggleButtonGroup
      className="chips"
      aria-label="Sites shown"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filter]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        choose(chosen);
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
