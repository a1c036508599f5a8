import { badTimestamps } from './bad-timestamps.ts';
import { changeCommand, changeEntry } from './change-command.ts';
import type { Command } from './is-schedule-request.ts';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import type { Spoiler } from './spoiler.ts';
import { supportedPairs } from './supported-pairs.ts';

/** Break what one look at the JSON can tell. */
export const shapeSpoilers: readonly Spoiler[] = [
  withWrongValue,
  withBadTimestamp,
  withBadTimestamp,
  withBadTimestamp,
  withBadTimestamp,
  withUnknownProperty,
  withMissingProperty,
  withWrongContainer,
  withTooMany,
];

function withWrongValue(source: RandomSource, commands: readonly Command[]): unknown {
  const value = source.pick(['5', '', null, true, [5], { kw: 5 }, Number.NaN]);
  return changeEntry(source, commands, (entry) => ({ ...entry, value }));
}

// Alone and with all of time on its other side, so that nothing but the text itself can be at fault.
function withBadTimestamp(source: RandomSource, commands: readonly Command[]): unknown {
  const bad = source.pick(badTimestamps);
  const entry = source.pick([
    { startAt: bad, endAt: '9999-12-31T23:59:59.999Z', value: 0 },
    { startAt: '1970-01-01T00:00:00Z', endAt: bad, value: 0 },
  ]);
  return changeCommand(source, commands, (command) => ({ ...command, entries: [entry] }));
}

function withUnknownProperty(source: RandomSource, commands: readonly Command[]): unknown {
  const key = source.pick(['id', 'Value', 'startat', 'siteId', '__proto__', 'toString', '']);
  const extra = Object.fromEntries([[key, source.pick([null, 1, {}])]]);
  return source.pick<() => unknown>([
    () => ({ schedules: commands, ...extra }),
    () => changeCommand(source, commands, (command) => join(command, extra)),
    () => changeEntry(source, commands, (entry) => join(entry, extra)),
  ])();
}

// Spreading keeps an own `__proto__`; assigning would set the prototype instead.
function join(one: object, other: object): object {
  return { ...one, ...other };
}

function withMissingProperty(source: RandomSource, commands: readonly Command[]): unknown {
  const fromCommand = source.pick(['asset', 'type', 'entries']);
  const fromEntry = source.pick(['startAt', 'endAt', 'value']);
  return source.pick<() => unknown>([
    () => ({}),
    () => changeCommand(source, commands, (command) => ({ ...command, [fromCommand]: undefined })),
    () => changeEntry(source, commands, (entry) => ({ ...entry, [fromEntry]: undefined })),
  ])();
}

function withWrongContainer(source: RandomSource, commands: readonly Command[]): unknown {
  return source.pick<unknown>([
    commands,
    'schedules',
    true,
    { schedules: null },
    { schedules: { 0: commands } },
    { schedules: [commands] },
    { schedules: [...commands.slice(0, 9), null] },
    { Schedules: commands },
    { schedules: commands.map((command) => ({ ...command, entries: null })) },
    { schedules: commands.map((command) => ({ ...command, entries: {} })) },
    { schedules: commands.map((command) => ({ ...command, entries: [[]] })) },
    { schedules: commands.map((command) => ({ ...command, asset: [command.asset] })) },
  ]);
}

function withTooMany(source: RandomSource, commands: readonly Command[]): unknown {
  if (source.chance(0.3)) return { schedules: [] };
  if (source.chance(0.5)) return { schedules: elevenClears() };
  const entries = Array.from({ length: 1501 }, (_, index) => ({
    startAt: new Date(index * 1000).toISOString(),
    endAt: new Date(index * 1000 + 1000).toISOString(),
    value: 0,
  }));
  return changeCommand(source, commands, (command) => ({ ...command, entries }));
}

function elevenClears(): readonly Command[] {
  const pairs = supportedPairs.filter(({ asset }) => asset !== 'bess').slice(0, 11);
  return pairs.map(({ asset, type }) => ({ asset, type, entries: [] }));
}
