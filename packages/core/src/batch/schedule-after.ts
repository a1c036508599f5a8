import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';
import type { Change } from './apply-batch.ts';

/** The texts that a GET would list once the changes are made, in its order. */
export function scheduleAfter(texts: ReadonlyMap<PairName, string>, changes: readonly Change[]): string[] {
  const after = new Map<PairName, string | null>(texts);
  for (const { pair, text } of changes) after.set(pair, text);
  return CATALOGUE.flatMap(({ asset, type }) => after.get(pairName(asset, type)) ?? []);
}
