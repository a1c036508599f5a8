import { SHARES } from '../../packages/server/src/limits/shares.ts';
import { grouped } from './list-settings.ts';
import { markdownTable } from './markdown-table.ts';

/** Each share with its default, what it may be unless that is the usual, and what it protects. */
export function shareTable(): string {
  const rows = Object.entries(SHARES).map(([name, { byDefault, min, max, is, bounds }]) => [
    `\`${name}\``,
    `\`${byDefault}\``,
    min === 1 && max === 1_000_000 ? '' : `${grouped(min)} to ${grouped(max)}`,
    is,
    bounds,
  ]);
  return markdownTable(['share', 'default', 'takes', 'of', 'cost'], rows);
}
