import { useMemo, useState } from 'react';
import {
  Column,
  ResizableTableContainer,
  Row,
  type SortDescriptor,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from 'react-aria-components';
import { useLocation } from 'wouter';
import { Empty } from '../shell/notices.tsx';
import type { ColumnId } from './arrange-sites.ts';
import { useVisibleSites } from './fleet-feed.tsx';
import { AttentionCell, BatteryCell, GridCell, ReservesCell, RunningCell, SiteCell, StateCell } from './site-cells.tsx';

export interface FleetTableProps {
  readonly siteIds: readonly string[];
  readonly sort: SortDescriptor;
  readonly onSort: (sort: SortDescriptor) => void;
}

interface ColumnLook {
  readonly id: ColumnId;
  readonly label: string;
  readonly width: `${number}fr`;
  readonly minWidth?: number;
}

const COLUMNS: readonly ColumnLook[] = [
  { id: 'site', label: 'Site', width: '2.2fr', minWidth: 150 },
  { id: 'state', label: 'State', width: '1.5fr' },
  { id: 'running', label: 'Running now', width: '3fr', minWidth: 190 },
  { id: 'grid', label: 'Grid', width: '1.1fr' },
  { id: 'battery', label: 'Battery', width: '1.4fr' },
  { id: 'reserves', label: 'Reserves', width: '1.1fr' },
  { id: 'attention', label: 'Attention', width: '2.2fr' },
];

const ROW_HEIGHT = 48;
const MIN_WIDTH = 96;
const HEAD_HEIGHT = 36;
const LAYOUT = { rowHeight: ROW_HEIGHT, headingHeight: HEAD_HEIGHT };
/** For what an empty table says. */
const LEAST_ROWS = 3;
const SCREEN_OF_ROWS = 60;

interface Item {
  readonly id: string;
}

/** Ten thousand rows, of which those on the screen exist. */
export function FleetTable({ siteIds, sort, onSort }: FleetTableProps) {
  const [, navigate] = useLocation();
  const [first, setFirst] = useState(0);
  const items = useItems(siteIds);
  useVisibleSites(useMemo(() => siteIds.slice(first, first + SCREEN_OF_ROWS), [siteIds, first]));
  return (
    <ResizableTableContainer
      className="table"
      onScroll={({ currentTarget }) => {
        const at = Math.floor(currentTarget.scrollTop / ROW_HEIGHT);
        setFirst(at - (at % (SCREEN_OF_ROWS / 2)));
      }}
    >
      <Virtualizer layout={TableLayout} layoutOptions={LAYOUT}>
        <Table
          aria-label="Sites"
          className="fleet-table"
          style={{ maxHeight: HEAD_HEIGHT + Math.max(siteIds.length, LEAST_ROWS) * ROW_HEIGHT }}
          sortDescriptor={sort}
          onSortChange={onSort}
          onRowAction={(key) => navigate(`/sites/${key}`)}
        >
          <TableHeader columns={COLUMNS}>{columnOf}</TableHeader>
          <TableBody items={items} renderEmptyState={() => <Empty title="No site matches" />}>
            {({ id }) => (
              <Row id={id} className="row">
                <SiteCell id={id} />
                <StateCell id={id} />
                <RunningCell id={id} />
                <GridCell id={id} />
                <BatteryCell id={id} />
                <ReservesCell id={id} />
                <AttentionCell id={id} />
              </Row>
            )}
          </TableBody>
        </Table>
      </Virtualizer>
    </ResizableTableContainer>
  );
}

function columnOf({ id, label, width, minWidth = MIN_WIDTH }: ColumnLook) {
  return (
    <Column
      id={id}
      width={width}
      minWidth={minWidth}
      allowsSorting
      isRowHeader={id === 'site'}
      className={`column column-${id}`}
    >
      {({ sortDirection }) => (
        <>
          {label}
          <span aria-hidden="true" className="sort-sign">
            {sortDirection === undefined ? '' : sortDirection === 'ascending' ? ' ↑' : ' ↓'}
          </span>
        </>
      )}
    </Column>
  );
}

/** The same object for the same site, so that a new order builds no row anew. */
function useItems(siteIds: readonly string[]): readonly Item[] {
  const [known] = useState(() => new Map<string, Item>());
  return useMemo(
    () =>
      siteIds.map((id) => {
        const item = known.get(id) ?? { id };
        known.set(id, item);
        return item;
      }),
    [siteIds, known],
  );
}
