import type { PairName } from '@setpoint/contract';
import { type SplicedText, spliceText, type Splicing } from '../command-text/splice-text.ts';
import type { CurrentCommands } from './current-commands.ts';
import type { BatchSplice, ParsedCommand } from './parse-batch.ts';
import { commandPlace, type Problem } from './problem.ts';
import { rivalOf } from './rival-of.ts';

/** A pair with other entries in the window. */
interface SplicedPair {
  readonly pair: PairName;
  readonly spliced: SplicedText;
}

export interface SplicedCommands {
  /** Those that the batch names, and those that they exclude. */
  readonly pairs: readonly SplicedPair[];
  readonly problems: readonly Problem[];
}

/** Puts the entries of a batch into what is set, pair by pair. */
export function spliceCommands(
  current: CurrentCommands,
  commands: readonly ParsedCommand[],
  { window, dropsEnded, maxEntries }: BatchSplice,
): SplicedCommands {
  const pairs: SplicedPair[] = [];
  const problems: Problem[] = [];
  const dropEndedBy = dropsEnded ? current.now : undefined;
  const splice = (pair: PairName, come: Splicing['come']) => {
    const spliced = spliceText(current.texts.get(pair), { window, come, dropEndedBy });
    pairs.push({ pair, spliced });
    return spliced;
  };
  for (const command of commands) {
    const { count, text } = splice(command.pair, command.text);
    if (count > maxEntries) problems.push(tooMany(command, count, { maxEntries, dropsEnded }));
    const rival = rivalOf(command.pair);
    if (rival === undefined || !current.pairs.has(rival)) continue;
    const left = splice(rival, null);
    if (text !== null && left.text !== null) problems.push(rivalLeft(command, rival));
  }
  return { pairs, problems };
}

function tooMany(
  { pair, index }: ParsedCommand,
  count: number,
  { maxEntries, dropsEnded }: Omit<BatchSplice, 'window'>,
): Problem {
  const remedy = dropsEnded ? '' : '; with dropEnded, those that have ended make room';
  const text = `${pair} would have ${count} entries with those outside of the window; at most ${maxEntries} are accepted${remedy}`;
  return { rule: 'too_many_entries', place: `${commandPlace(index)}.entries`, pair, text };
}

// Set for another time, they still exclude each other; to clear what lies outside of the window is not asked for.
function rivalLeft({ pair, index }: ParsedCommand, rival: PairName): Problem {
  const text = `${pair} and ${rival} exclude each other, and ${rival} is set outside of the window; clear ${rival} first`;
  return { rule: 'exclusive', place: commandPlace(index), pair, text };
}
