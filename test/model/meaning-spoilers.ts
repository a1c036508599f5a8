import { changeCommand, changeEntry, sampleEntry } from './change-command.ts';
import type { Command } from './is-schedule-request.ts';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import type { Spoiler } from './spoiler.ts';

/** Break a rule while every field still has the right type. */
export const meaningSpoilers: readonly Spoiler[] = [
  withTwice,
  withBothBess,
  withWrongPair,
  withWrongPair,
  withValueOutOfRange,
  withEmptySpan,
  withOverlap,
  withOverlap,
  withCrossingLimits,
  withoutBooking,
];

function withTwice(source: RandomSource, commands: readonly Command[]): unknown {
  const repeated = source.pick(commands);
  const again = source.pick([repeated, { ...repeated, entries: [] }]);
  return { schedules: source.shuffle([...commands.slice(0, 9), again, repeated]).slice(0, 10) };
}

function withBothBess(source: RandomSource, commands: readonly Command[]): unknown {
  const others = commands.filter(({ asset }) => asset !== 'bess').slice(0, 8);
  const entries = source.pick([[], [sampleEntry]]);
  const power = { asset: 'bess', type: 'activePowerkW', entries };
  const charge = {
    asset: 'bess',
    type: 'optimalSocPcnt',
    entries: source.pick([[], [sampleEntry]]),
  };
  return { schedules: source.shuffle([...others, power, charge]) };
}

function withWrongPair(source: RandomSource, commands: readonly Command[]): unknown {
  const wrongPair = source.pick([
    { asset: 'load', type: 'upperLimitkW' },
    { asset: 'ev', type: 'activePowerkW' },
    { asset: 'grid', type: 'optimalSocPcnt' },
    { asset: 'bess', type: 'afrrActivationkW' },
    { asset: 'solar', type: 'activePowerkW' },
    { asset: 'Grid', type: 'activePowerkW' },
    { asset: 'grid', type: 'activePowerKW' },
    { asset: 'grid', type: ' activePowerkW' },
    { asset: 'grid', type: 'toString' },
    { asset: '__proto__', type: 'constructor' },
    { asset: '', type: '' },
    { asset: 'grid/activePowerkW', type: '' },
  ]);
  return changeCommand(source, commands, (command) => ({ ...command, ...wrongPair }));
}

function withValueOutOfRange(source: RandomSource, commands: readonly Command[]): unknown {
  const { asset, type, value } = source.pick([
    { asset: 'grid', type: 'afrrImportBookingkW', value: -1 },
    { asset: 'grid', type: 'mfrrExportBookingkW', value: -5e-324 },
    { asset: 'grid', type: 'fcrImportkW', value: -0.001 },
    { asset: 'solar', type: 'solarCurtailmentPcnt', value: 100.000_001 },
    { asset: 'solar', type: 'solarCurtailmentPcnt', value: -1 },
    { asset: 'bess', type: 'optimalSocPcnt', value: 101 },
  ]);
  const others = commands.filter((command) => command.asset !== asset);
  return { schedules: [...others, { asset, type, entries: [{ ...sampleEntry, value }] }] };
}

function withEmptySpan(source: RandomSource, commands: readonly Command[]): unknown {
  return changeEntry(source, commands, (entry) =>
    source.pick([
      { ...entry, endAt: entry.startAt },
      { ...entry, startAt: entry.endAt, endAt: entry.startAt },
      // The same millisecond, once the digits below it are cut.
      { ...entry, startAt: '2026-03-29T00:00:00.0001Z', endAt: '2026-03-29T00:00:00.000999999Z' },
      { ...entry, startAt: '2026-03-29T00:00:00Z', endAt: '2026-03-29T01:00:00+01:00' },
    ]),
  );
}

function withOverlap(source: RandomSource, commands: readonly Command[]): unknown {
  const overlapping = source.pick([
    { startAt: sampleEntry.startAt, endAt: sampleEntry.endAt },
    { startAt: '2026-03-29T00:59:59.999Z', endAt: '2026-03-29T02:00:00Z' },
    { startAt: '2026-03-28T12:00:00Z', endAt: '2026-03-29T00:00:00.001Z' },
    { startAt: '2026-03-29T01:30:00+01:00', endAt: '2026-03-29T01:31:00+01:00' },
    { startAt: '1970-01-01T00:00:00Z', endAt: '9999-12-31T23:59:59.999Z' },
  ]);
  const entries = source.shuffle([
    { ...sampleEntry, value: 0 },
    { ...overlapping, value: 0 },
  ]);
  return changeCommand(source, commands, (command) => ({ ...command, entries }));
}

function withCrossingLimits(source: RandomSource, commands: readonly Command[]): unknown {
  const others = commands.filter(({ type }) => !type.includes('Limit')).slice(0, 8);
  const lastMs = { startAt: '2026-03-29T00:59:59.999Z', endAt: '2026-03-29T03:00:00Z' };
  const upper = { asset: 'grid', type: 'upperLimitkW', entries: [{ ...sampleEntry, value: -10 }] };
  const lower = { asset: 'grid', type: 'lowerLimitkW', entries: [{ ...lastMs, value: -9.999 }] };
  return { schedules: source.shuffle([...others, upper, lower]) };
}

function withoutBooking(source: RandomSource, commands: readonly Command[]): unknown {
  const service = source.pick(['afrr', 'mfrr']);
  const others = commands.filter(({ type }) => !type.startsWith(service)).slice(0, 7);
  const type = `${service}${source.pick(['Import', 'Export'])}BookingkW`;
  const activation = { asset: 'grid', type: `${service}ActivationkW` };
  const value = type.includes('Import') ? -5 : 5;
  const opposite = value > 0 ? 'Import' : 'Export';
  return {
    schedules: source.shuffle([
      ...others,
      { ...activation, entries: [{ ...sampleEntry, value }] },
      { asset: 'grid', type, entries: [sampleEntry] },
      { asset: 'grid', type: `${service}${opposite}BookingkW`, entries: [] },
    ]),
  };
}
