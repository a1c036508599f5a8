import Table from 'cli-table3';

/** Rows under headings, without lines, as wide as they need to be. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const none = Object.fromEntries(EDGES.map((edge) => [edge, '']));
  const table = new Table({
    head: [...head],
    chars: { ...none, middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(...rows.map((row) => row.map(printable)));
  return trimLines(table.toString());
}

/** One thing as its fields, each on a line. */
export function fieldsText(fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `  ${name.padEnd(width)}  ${printable(value)}`).join('\n');
}

const EDGES = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
] as const;

// A name must not be able to steer the terminal that shows it.
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\u{FFFD}');
}

function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
