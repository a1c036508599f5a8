import { type Plan } from '@setpoint/core';
import type { Table } from '../http/send-rows.ts';
import { writtenBessSegment, writtenSegment } from './plan-texts.ts';

const COLUMNS = [
  'asset',
  'from',
  'to',
  'target',
  'offset',
  'lo',
  'hi',
  'reserveImport',
  'reserveExport',
  'optimalSocPcnt',
  'issues',
] as const;

/** A plan as a table, a segment in a line: what it comes to, and not why. */
export function planTable({ grid, bess, solar }: Plan): Table<(typeof COLUMNS)[number]> {
  return { columns: COLUMNS, rows: rowsOf() };

  function* rowsOf() {
    for (const segment of grid) yield { asset: 'grid', ...cellsOf(writtenSegment(segment)) };
    for (const segment of bess) yield { asset: 'bess', ...cellsOf(writtenBessSegment(segment)) };
    for (const segment of solar) yield { asset: 'solar', ...cellsOf(writtenSegment(segment)) };
  }
}

type Written = ReturnType<typeof writtenSegment | typeof writtenBessSegment>;

function cellsOf({ because: _because, issues, ...cells }: Written) {
  return {
    ...cells,
    issues: issues.map(({ code, amount }) => (amount === null ? code : `${code} ${amount}`)).join('; '),
  };
}
