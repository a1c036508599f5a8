import { CATALOGUE } from '../../packages/contract/src/schema/catalogue.ts';
import { markdownTable } from './markdown-table.ts';

/** Every command with its unit and sign. */
export function signTable(): string {
  const rows = CATALOGUE.map(({ asset, type, unit, sign, meaning }) => [
    `\`${asset}\``,
    `\`${type}\``,
    unit,
    sign,
    meaning,
  ]);
  return markdownTable(['asset', 'command', 'unit', 'sign', 'meaning'], rows);
}
