import { ordinalOf } from '@setpoint/contract';
import type { Change, CommandText, SetTexts } from './command-text.ts';

export function applyChanges(before: SetTexts, changes: readonly Change[]): SetTexts {
  const after = new Map(before);
  for (const { pair, text } of changes) {
    if (text === null) after.delete(pair);
    else after.set(pair, text);
  }
  return after;
}

/** The texts in the order of the catalogue, which is the order of every answer. */
export function orderedTexts(texts: SetTexts): CommandText[] {
  return [...texts].sort(([one], [other]) => ordinalOf(one) - ordinalOf(other)).map(([, text]) => text);
}
