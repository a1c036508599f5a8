import { PROBLEM_KINDS } from '@setpoint/contract';
import type { Arrangement, Filter } from './arrange-sites.ts';
import { type ColumnId, COLUMNS } from './columns.tsx';

/** What the fleet page shows, as it stands in the address. */
export interface FleetAddress extends Arrangement {
  /** Empty for all sites. */
  readonly poolId: string;
}

const FIRST: FleetAddress = { search: '', filter: 'all', column: 'attention', isDescending: false, poolId: '' };
const PRESENCE = ['all', 'attention', 'online', 'offline'] as const;
const DESCENDING = '-';

/** Reads the part of an address after its question mark; what makes no sense there is left out. */
export function readFleetAddress(params: URLSearchParams): FleetAddress {
  const sort = params.get('sort') ?? FIRST.column;
  const isDescending = sort.startsWith(DESCENDING);
  const column = COLUMNS.find(({ id }) => id === (isDescending ? sort.slice(1) : sort))?.id;
  return {
    search: params.get('q') ?? FIRST.search,
    filter: filterOf(params.get('show')),
    poolId: params.get('pool') ?? FIRST.poolId,
    ...(column === undefined ? orderOf(FIRST) : { column, isDescending }),
  };
}

/** The same, written; what is as at first is left out, so that the address stays short. */
export function fleetParams({ search, filter, column, isDescending, poolId }: FleetAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== FIRST.search) params.set('q', search);
  if (filter !== FIRST.filter) params.set('show', filter);
  if (poolId !== FIRST.poolId) params.set('pool', poolId);
  if (column !== FIRST.column || isDescending) params.set('sort', `${isDescending ? DESCENDING : ''}${column}`);
  return params;
}

function orderOf({ column, isDescending }: FleetAddress): { column: ColumnId; isDescending: boolean } {
  return { column, isDescending };
}

function filterOf(text: string | null): Filter {
  return [...PRESENCE, ...PROBLEM_KINDS].find((one) => one === text) ?? FIRST.filter;
}
