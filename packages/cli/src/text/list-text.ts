import { tableText } from './table-text.ts';

/** For each heading, what stands below it. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => string>>;

/** Things as a table, each on a line; `none` is said when there is nothing. */
export function listText<Item>(items: readonly Item[], columns: Columns<Item>, none?: string): string {
  if (items.length === 0 && none !== undefined) return none;
  const cells = Object.values(columns);
  const rows = items.map((item) => cells.map((cellOf) => cellOf(item)));
  return tableText(Object.keys(columns), rows);
}
