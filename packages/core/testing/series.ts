import {
  type AssetScheduleCommand,
  namesOfPair,
  type PairName,
  pairName,
  type ScheduleEntry,
} from '@setpoint/contract';
import { parseInstant } from '../src/time/parse-instant.ts';
import type { Series } from '../src/time/series.ts';

const DAY = '2026-06-01';

/** For tests: a command written as a person would, `write('grid/activePowerkW', '00-04: 500, 04:15-08: -20')`. */
export function write(pair: PairName, hours: string): AssetScheduleCommand {
  return { ...namesOfPair(pair), entries: entriesOf(hours) };
}

const PAIRS: Readonly<Record<string, PairName>> = {
  power: 'bess/activePowerkW',
  soc: 'bess/optimalSocPcnt',
  grid: 'grid/activePowerkW',
  upper: 'grid/upperLimitkW',
  lower: 'grid/lowerLimitkW',
  import: 'grid/afrrImportBookingkW',
  export: 'grid/afrrExportBookingkW',
  afrr: 'grid/afrrActivationkW',
  fcrImport: 'grid/fcrImportkW',
  mfrrImport: 'grid/mfrrImportBookingkW',
  mfrrExport: 'grid/mfrrExportBookingkW',
  mfrr: 'grid/mfrrActivationkW',
};

/** For tests: several commands by short names, `power 00-04: 1, 04-08: 2; import -`. */
export function writeAll(written: string): AssetScheduleCommand[] {
  const parts = written.split('; ').filter((part) => part !== '');
  return parts.map((part) => {
    const [name = '', ...hours] = part.split(' ');
    const pair = PAIRS[name];
    if (pair === undefined) throw new Error(`no such pair: ${name}`);
    return write(pair, hours.join(' '));
  });
}

/** For tests: the same as they are stored. */
export function textsOf(written: string): Map<PairName, string> {
  return new Map(writeAll(written).map((command) => [pairName(command), JSON.stringify(command)]));
}

/** For tests: the same hours as the series that the rules work with. */
export function series(hours: string): Series {
  return entriesOf(hours).map(({ startAt, endAt, value }) => ({
    startMs: parseInstant(startAt) ?? Number.NaN,
    endMs: parseInstant(endAt) ?? Number.NaN,
    value,
  }));
}

/** For tests: the text of an hour of that day, `04` or `04:15`. */
export function at(hour: string): string {
  return `${DAY}T${hour.includes(':') ? hour : `${hour}:00`}:00Z`;
}

function entriesOf(hours: string): ScheduleEntry[] {
  return hours
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-')
    .map((part) => {
      const [range = '', value = ''] = part.split(': ');
      const [from = '', to = ''] = range.split('-');
      return { startAt: at(from), endAt: at(to), value: Number(value) };
    });
}
