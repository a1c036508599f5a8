import { createHash } from 'node:crypto';
import { findCatalogueRow, type PairName } from '@setpoint/contract';

/** Of the texts that are set, by their pairs. */
export type Hashes = Map<PairName, string>;

/** What names all that is set on a site: a hash of the hashes of its texts, in the catalogue's order. */
export function hashState(hashes: Hashes): string {
  const lines = [...hashes].map(([pair, hash]) => ({ ordinal: ordinalOf(pair), line: `${pair} ${hash}\n` }));
  lines.sort((one, other) => one.ordinal - other.ordinal);
  return lines.length === 0 ? '' : hashText(lines.map(({ line }) => line).join(''));
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function ordinalOf(pair: PairName): number {
  const [asset = '', type = ''] = pair.split('/');
  return findCatalogueRow(asset, type)?.ordinal ?? -1;
}
