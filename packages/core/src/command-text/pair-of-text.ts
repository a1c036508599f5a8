import { findPair, type PairName } from '@setpoint/contract';
import type { CommandText } from './command-text.ts';

const NAMES = /^\{"asset":"(\w+)","type":"(\w+)"/;

export function pairOfText(text: CommandText): PairName {
  const [, asset, type] = NAMES.exec(text) ?? [];
  const found = findPair(`${asset}/${type}`);
  if (found === undefined) throw new Error(`no command: ${text.slice(0, 80)}`);
  return found.pair;
}
