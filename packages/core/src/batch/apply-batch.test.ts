import { type AssetScheduleCommand, pairName, type PairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { write } from '../../testing/series.ts';
import { applyBatch, neededTexts } from './apply-batch.ts';
import type { CurrentCommands } from './current-commands.ts';
import { parseBatch } from './parse-batch.ts';

const IMPORT = 'grid/afrrImportBookingkW';
const EXPORT = 'grid/afrrExportBookingkW';
const ACTIVATION = 'grid/afrrActivationkW';

const PAIRS: Readonly<Record<string, PairName>> = {
  power: 'bess/activePowerkW',
  soc: 'bess/optimalSocPcnt',
  grid: 'grid/activePowerkW',
  upper: 'grid/upperLimitkW',
  lower: 'grid/lowerLimitkW',
  import: IMPORT,
  export: EXPORT,
  afrr: ACTIVATION,
  fcrImport: 'grid/fcrImportkW',
  mfrrImport: 'grid/mfrrImportBookingkW',
  mfrrExport: 'grid/mfrrExportBookingkW',
  mfrr: 'grid/mfrrActivationkW',
};

describe('a batch', () => {
  it.each([
    // title                                     set                               request                    set afterwards
    ['replaces what it names', 'power 00-04: 1, 04-08: 2', 'power 12-13: 9', 'power 12-13: 9'],
    ['leaves alone what it does not name', 'power 00-04: 1', 'import 00-01: 2', 'power 00-04: 1; import 00-01: 2'],
    ['clears by an empty list', 'power 00-04: 1; import 00-01: 2', 'power -', 'import 00-01: 2'],
    ['may clear what is not set', '', 'import -', ''],
    ['with bess power drops the optimal soc', 'soc 00-04: 50', 'power 00-04: 1', 'power 00-04: 1'],
    ['with an optimal soc drops bess power', 'power 00-04: 1', 'soc 06-08: 50', 'soc 06-08: 50'],
    ['that clears bess power clears the optimal soc', 'soc 00-04: 50', 'power -', ''],
    ['that clears the optimal soc clears bess power', 'power 00-04: 1', 'soc -', ''],
    ['with bess power keeps grid power', 'grid 00-04: 1', 'power 00-04: 2', 'grid 00-04: 1; power 00-04: 2'],
    ['stores entries by their start', '', 'power 04-08: 2, 00-04: 1', 'power 00-04: 1, 04-08: 2'],
    ['may cross a stored limit', 'upper 00-04: 1', 'lower 00-04: 2', 'upper 00-04: 1; lower 00-04: 2'],
  ])('%s', (_, set, request, after) => {
    expect(applied(set, request)).toEqual(stored(after));
  });

  it.each([
    //    set                                            request                                      is
    ['E6', 'import 00-04: 500', 'afrr 01-02: 1; import -', 'rejected'],
    ['E7', '', 'afrr 01-02: 300; import 00-04: 500', 'accepted'],
    ['E8', 'import 00-04: 500; afrr 01-02: 300', 'import 00-04: 100', 'accepted'],
    ['E9', 'import 00-04: 100; afrr 01-02: 300', 'afrr 01-02: 300', 'rejected'],
    ['a booking cleared', 'import 00-04: 500; afrr 01-02: 300', 'import -', 'accepted'],
    ['both cleared', 'import 00-04: 500; afrr 01-02: 300', 'afrr -; import -', 'accepted'],
    ['mfrr over mfrr', 'mfrrExport 00-04: 5', 'mfrr 00-04: -5', 'accepted'],
    ['mfrr over afrr', 'import 00-04: 5', 'mfrr 00-04: 5', 'rejected'],
    ['afrr over mfrr', 'mfrrImport 00-04: 5', 'afrr 00-04: 5', 'rejected'],
    ['afrr over fcr', 'fcrImport 00-04: 5', 'afrr 00-04: 5', 'rejected'],
  ])('activates what is booked, %s: over %s, %s is %s', (_, set, request, kind) => {
    const batch = parsed(request);
    expect(applyBatch(current(set, neededTexts(batch)), batch).kind).toBe(kind);
  });

  it('that does not fit says where, how much it needs and how much is booked', () => {
    const outcome = applyBatch(current('import 00-04: 500, 04:15-08: 400'), parsed('afrr 06-07: 10, 01-05: 300'));
    expect(outcome).toEqual({
      kind: 'rejected',
      problems: [
        {
          rule: 'activation_exceeds_booking',
          place: 'schedules[0].entries[1]',
          pair: ACTIVATION,
          uncovered: {
            direction: 'import',
            startMs: Date.UTC(2026, 5, 1, 4),
            endMs: Date.UTC(2026, 5, 1, 4, 15),
            neededKw: 300,
            bookedKw: 0,
          },
          text:
            'grid/afrrActivationkW needs 300 kW of import booking from 2026-06-01T04:00:00.000Z to ' +
            '2026-06-01T04:15:00.000Z, but only 0 kW is booked',
        },
      ],
    });
  });

  it('with a faulty booking is not also told that its activation does not fit', () => {
    const outcome = applyBatch(current(''), parsed('afrr 00-01: 5; import 00-02: 5, 01-03: 5'));
    expect(outcome.kind === 'rejected' && outcome.problems.map(({ rule }) => rule)).toEqual(['overlap']);
  });

  it('asks for the bookings of the services it activates, and for nothing else', () => {
    expect(neededTexts(parsed('power 00-01: 1; afrr 00-01: 1'))).toEqual([IMPORT, EXPORT]);
    expect(neededTexts(parsed('afrr -; import 00-01: 1'))).toEqual([]);
  });
});

function parsed(request: string) {
  return parseBatch({ schedules: commandsOf(request) });
}

function applied(set: string, request: string): Record<string, string> {
  const outcome = applyBatch(current(set), parsed(request));
  if (outcome.kind === 'rejected') throw new Error(outcome.problems.map(({ text }) => text).join());
  const after = new Map<string, string>(Object.entries(stored(set)));
  for (const { pair, text } of outcome.changes) {
    if (text === null) after.delete(pair);
    else after.set(pair, text);
  }
  return Object.fromEntries(after);
}

function stored(set: string): Record<string, string> {
  return Object.fromEntries(commandsOf(set).map((command) => [pairOf(command), JSON.stringify(command)]));
}

/** Only the texts that are asked for are at hand, as in the store. */
function current(set: string, needed = commandsOf(set).map(pairOf)): CurrentCommands {
  const texts = Object.entries(stored(set)) as [PairName, string][];
  return {
    pairs: new Set(commandsOf(set).map(pairOf)),
    texts: new Map(texts.filter(([pair]) => needed.includes(pair))),
    now: 0,
  };
}

function commandsOf(written: string): AssetScheduleCommand[] {
  return written
    .split('; ')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...hours] = part.split(' ');
      const pair = PAIRS[name];
      if (pair === undefined) throw new Error(`no such pair: ${name}`);
      return write(pair, hours.join(' '));
    });
}

function pairOf({ asset, type }: AssetScheduleCommand): PairName {
  return pairName({ asset, type });
}
