import type { Command, Entry } from './is-schedule-request.ts';
import type { RandomSource } from '@setpoint/server/testing/random-source';

export const sampleEntry: Entry = {
  startAt: '2026-03-29T00:00:00Z',
  endAt: '2026-03-29T01:00:00Z',
  value: 5,
};

/** A request body in which one of the commands, drawn at random, is changed. */
export function changeCommand(
  source: RandomSource,
  commands: readonly Command[],
  change: (command: Command) => object,
): unknown {
  const chosen = source.pick(commands);
  return { schedules: commands.map((command) => (command === chosen ? change(command) : command)) };
}

/** As changeCommand, for one entry; an empty command is given one first. */
export function changeEntry(
  source: RandomSource,
  commands: readonly Command[],
  change: (entry: Entry) => object,
): unknown {
  return changeCommand(source, commands, (command) => {
    const entries = command.entries.length > 0 ? command.entries : [{ ...sampleEntry, value: 0 }];
    const chosen = source.pick(entries);
    return {
      ...command,
      entries: entries.map((entry) => (entry === chosen ? change(entry) : entry)),
    };
  });
}
