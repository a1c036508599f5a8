import { findCatalogueRow, findPair, type PairName } from '@setpoint/contract';

/** All that is set on a site: the text of each pair that has entries. */
export type SetTexts = ReadonlyMap<PairName, string>;

/** One command of a logged batch or of a kept state, as text; one without entries clears its pair. */
export interface LoggedCommand {
  readonly pair: PairName;
  readonly text: string;
  readonly isCleared: boolean;
}

// Texts that this service wrote: no text in them can hold a bracket, so commands meet nowhere else.
const BETWEEN = /(?<=\]\}),(?=\{"asset":)/;
const NAMES = /^\{"asset":"(\w+)","type":"(\w+)","entries":\[(\]?)/;

/** The commands of a JSON array that was stored, without parsing their entries. */
export function loggedCommands(commands: string): LoggedCommand[] {
  if (commands === '[]') return [];
  return commands
    .slice(1, -1)
    .split(BETWEEN)
    .map((text) => {
      const [, asset = '', type = '', end] = NAMES.exec(text) ?? [];
      if (findCatalogueRow(asset, type) === undefined) throw new Error(`no command: ${text.slice(0, 80)}`);
      return { pair: `${asset}/${type}` as PairName, text, isCleared: end === ']' };
    });
}

/** Does again what a logged batch did. */
export function replayBatch(before: SetTexts, commands: string): SetTexts {
  const after = new Map(before);
  for (const { pair, text, isCleared } of loggedCommands(commands)) {
    if (isCleared) after.delete(pair);
    else after.set(pair, text);
  }
  return after;
}

/** The texts in the order in which every answer lists them. */
export function orderedTexts(texts: SetTexts): string[] {
  return [...texts].sort(([one], [other]) => ordinalOf(one) - ordinalOf(other)).map(([, text]) => text);
}

export function ordinalOf(pair: PairName): number {
  return findPair(pair)?.ordinal ?? Number.MAX_SAFE_INTEGER;
}
