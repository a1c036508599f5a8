import { HEADROOM_KINDS, type HeadroomInterval, type HeadroomKind, instantText } from '@setpoint/core';
import type { Table } from '../computing/rows-as.ts';

type Column = 'from' | 'to' | 'isEnergyKnown' | `${HeadroomKind}kW` | `${HeadroomKind}Binds`;

const COLUMNS: readonly Column[] = [
  'from',
  'to',
  'isEnergyKnown',
  ...HEADROOM_KINDS.flatMap((kind) => [`${kind}kW`, `${kind}Binds`] as const),
];

/** Headroom as a table, an interval in a line; a power is empty where nothing bounds it. */
export function headroomTable(intervals: readonly HeadroomInterval[]): Table<Column> {
  return { columns: COLUMNS, rows: intervals.map(cellsOf) };
}

function cellsOf({ from, to, isEnergyKnown, headroom }: HeadroomInterval) {
  const found = HEADROOM_KINDS.flatMap((kind) => [
    [`${kind}kW`, headroom[kind]?.kw],
    [`${kind}Binds`, headroom[kind]?.binds.join(' ')],
  ]);
  return { from: instantText(from), to: instantText(to), isEnergyKnown, ...Object.fromEntries(found) };
}
