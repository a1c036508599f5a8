import { hash as digestOf } from 'node:crypto';
import { ordinalOf, type PairName } from '@setpoint/contract';

/** The hashes of the texts that are set, by their pairs. */
export type Hashes = Map<PairName, string>;

/** What names all that is set on a site: a hash of the hashes of its texts, in the catalogue's order. */
export function hashState(hashes: Hashes): string {
  const lines = [...hashes].map(([pair, hash]) => ({ ordinal: ordinalOf(pair), line: `${pair} ${hash}\n` }));
  lines.sort((one, other) => one.ordinal - other.ordinal);
  return lines.length === 0 ? '' : hashText(lines.map(({ line }) => line).join(''));
}

export function hashText(text: string): string {
  return digestOf('sha256', text, 'hex');
}
