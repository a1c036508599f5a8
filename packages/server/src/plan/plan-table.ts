import type { PlanSegment } from '@setpoint/contract';
import type { Plan } from '@setpoint/core';
import type { Table } from '../computing/rows-as.ts';
import { writtenBessSegment, writtenSegment } from './plan-texts.ts';

const COLUMNS = [
  'asset',
  'from',
  'to',
  'targetkW',
  'offsetkW',
  'lokW',
  'hikW',
  'reserveImportkW',
  'reserveExportkW',
  'optimalSocPcnt',
  'issues',
] as const;

/** A plan as a table, a segment in a line: what it comes to, and not why. */
export function planTable({ grid, bess, solar }: Plan): Table<(typeof COLUMNS)[number]> {
  return { columns: COLUMNS, rows: rowsOf() };

  function* rowsOf() {
    for (const segment of grid) yield { asset: 'grid', ...cellsOf(writtenSegment(segment)) };
    for (const segment of bess) {
      const { optimalSocPcnt, ...written } = writtenBessSegment(segment);
      yield { asset: 'bess', ...cellsOf(written), optimalSocPcnt };
    }
    for (const segment of solar) yield { asset: 'solar', ...cellsOf(writtenSegment(segment)) };
  }
}

function cellsOf({ from, to, target, offset, lo, hi, reserveImport, reserveExport, issues }: PlanSegment) {
  return {
    from,
    to,
    targetkW: target,
    offsetkW: offset,
    lokW: lo,
    hikW: hi,
    reserveImportkW: reserveImport,
    reserveExportkW: reserveExport,
    issues: issues.map(issueText).join('; '),
  };
}

function issueText({ code, amount, at }: PlanSegment['issues'][number]): string {
  return [code, amount, at].filter((part) => part != null).join(' ');
}
