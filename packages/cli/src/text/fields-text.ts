import { printable } from './printable.ts';

/** One thing as its fields, each on a line. */
export function fieldsText(fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `  ${name.padEnd(width)}  ${printable(value)}`).join('\n');
}
