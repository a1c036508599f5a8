import { type AssetScheduleCommand, type PairName, pairName } from '@setpoint/contract';
import { parseInstant } from '../time/parse-instant.ts';
import type { Interval, Series } from '../time/series.ts';
import type { Commands } from '../time/values-at.ts';
import type { CommandText } from './command-text.ts';

/** Reads a whole command. Its shape was checked before it was written. */
export function readCommand(text: CommandText): AssetScheduleCommand {
  return JSON.parse(text) as AssetScheduleCommand;
}

export function seriesOf(text: CommandText): Series {
  return readCommand(text).entries.map(intervalOf);
}

export function commandsOf(texts: Iterable<CommandText>): Commands {
  const commands = new Map<PairName, Series>();
  for (const text of texts) {
    const { asset, type, entries } = readCommand(text);
    commands.set(pairName({ asset, type }), entries.map(intervalOf));
  }
  return commands;
}

function intervalOf({ startAt, endAt, value }: AssetScheduleCommand['entries'][number]): Interval {
  return { startMs: storedInstant(startAt), endMs: storedInstant(endAt), value };
}

/** Reads an instant of a stored command. It was checked before it was written. */
export function storedInstant(text: string): number {
  const instantMs = parseInstant(text);
  if (instantMs === undefined) throw new Error(`stored text holds no instant: ${text}`);
  return instantMs;
}
