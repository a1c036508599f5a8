import { type AssetScheduleCommand, pairName, type PairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at, write } from '../../testing/series.ts';
import { applyChanges } from '../command-text/apply-changes.ts';
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
  import: 'grid/afrrImportBookingkW',
  export: 'grid/afrrExportBookingkW',
  afrr: 'grid/afrrActivationkW',
  fcrImport: 'grid/fcrImportkW',
  mfrrImport: 'grid/mfrrImportBookingkW',
  mfrrExport: 'grid/mfrrExportBookingkW',
  mfrr: 'grid/mfrrActivationkW',
};

/** Several commands by short names, `power 00-04: 1, 04-08: 2; import -`. */
function writeAll(written: string): AssetScheduleCommand[] {
  const parts = written.split('; ').filter((part) => part !== '');
  return parts.map((part) => {
    const [name = '', ...hours] = part.split(' ');
    const pair = PAIRS[name];
    if (pair === undefined) throw new Error(`no such pair: ${name}`);
    return write(pair, hours.join(' '));
  });
}

/** The same as they are stored. */
function textsOf(written: string): Map<PairName, string> {
  return new Map(writeAll(written).map((command) => [pairName(command), JSON.stringify(command)]));
}

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
    ['stores entries by their start', '', 'power 04-08: 2, 00-04: 1', 'power 00-04: 1, 04-08: 2'],
  ])('%s', (_, set, request, after) => {
    expect(applied(set, request)).toEqual(textsOf(after));
  });

  it.each([
    //    set                                            request                                      is
    ['E6', 'import 00-04: 500', 'afrr 01-02: 1; import -', 'rejected'],
    ['E7', '', 'afrr 01-02: 300; import 00-04: 500', 'accepted'],
    ['E8', 'import 00-04: 500; afrr 01-02: 300', 'import 00-04: 100', 'accepted'],
    ['E9', 'import 00-04: 100; afrr 01-02: 300', 'afrr 01-02: 300', 'rejected'],
    ['both cleared', 'import 00-04: 500; afrr 01-02: 300', 'afrr -; import -', 'accepted'],
    ['mfrr over mfrr', 'mfrrExport 00-04: 5', 'mfrr 00-04: -5', 'accepted'],
    ['afrr over mfrr', 'mfrrImport 00-04: 5', 'afrr 00-04: 5', 'rejected'],
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

const parsed = (request: string) => parseBatch({ schedules: writeAll(request) });

function applied(set: string, request: string): ReadonlyMap<PairName, string> {
  const outcome = applyBatch(current(set), parsed(request));
  if (outcome.kind === 'rejected') throw new Error(outcome.problems.map(({ text }) => text).join());
  return applyChanges(textsOf(set), outcome.changes);
}

/** Only the texts that are asked for are at hand, as in the store. */
function current(set: string, needed: readonly PairName[] = [...textsOf(set).keys()]): CurrentCommands {
  const texts = textsOf(set);
  return { pairs: new Set(texts.keys()), texts: new Map([...texts].filter(([pair]) => needed.includes(pair))), now: 0 };
}

const NOON = Date.parse(at('12'));

describe('a splice', () => {
  it.each([
    // title                                        set                             window   request           set afterwards
    ['leaves alone what it does not name', 'grid 00-12: 1', '04-08', 'power 04-05: 1', 'grid 00-12: 1; power 04-05: 1'],
    ['clears a rival in the window', 'soc 04-08: 50', '04-08', 'power 05-06: 1', 'power 05-06: 1'],
    ['that clears, cuts a rival', 'soc 00-12: 50', '04-08', 'power -', 'soc 00-04: 50, 08-12: 50'],
    ['crosses a stored limit', 'upper 00-12: 1', '04-08', 'lower 04-08: 2', 'upper 00-12: 1; lower 04-08: 2'],
    [
      'books and activates',
      'import 00-12: 5',
      '04-08',
      'import 04-08: 9; afrr 04-08: 9',
      'import 00-04: 5, 04-08: 9, 08-12: 5; afrr 04-08: 9',
    ],
    ['asks nothing of activations outside', 'afrr 00-04: 5', '04-08', 'afrr 04-05: 0', 'afrr 00-04: 5, 04-05: 0'],
  ])('%s', (_, set, window, request, after) => {
    expect(spliced(set, window, request)).toEqual(textsOf(after));
  });

  it.each([
    //  rule                         set                  window   request
    ['outside_window', '', '04-08', 'power 03-05: 1'],
    ['outside_window', '', '04-08', 'power 05-09: 1'],
    ['outside_window', '', '04-08', 'power 09-10: 1'],
    ['exclusive', 'soc 00-04: 50', '04-08', 'power 05-06: 1'],
    ['exclusive', '', '04-08', 'power 05-06: 1; soc -'],
    ['activation_exceeds_booking', 'import 00-12: 5', '04-08', 'afrr 04-05: 6'],
    ['activation_exceeds_booking', 'import 00-12: 5', '04-08', 'import -; afrr 04-05: 1'],
    ['limits_crossed', '', '04-08', 'upper 04-05: 1; lower 04-05: 2'],
    ['too_many_entries', 'power 00-01: 1, 01-02: 1, 02-03: 1', '04-08', 'power 04-05: 1'],
    ['too_many_entries', 'power 00-12: 1', '04-08', 'power 04-05: 1, 05-06: 1'],
    ['empty_interval', '', '08-04', 'power -'],
    ['empty_interval', '', '04-04', 'power -'],
  ])('is refused because of %s', (rule, set, window, request) => {
    const outcome = appliedIn(set, window, request, 3);
    expect(outcome.kind === 'rejected' && outcome.problems.map((problem) => problem.rule)).toContain(rule);
  });

  it('says what is missing of a window', () => {
    const [command] = writeAll('power -');
    for (const part of [{ from: at('04') }, { to: at('04') }, { dropEnded: true }]) {
      const { problems, splice } = parseBatch({ ...part, schedules: command === undefined ? [] : [command] });
      expect(splice).toBeUndefined();
      expect(problems[0]?.text).toBe('missing; a batch for a window has from and to');
    }
  });
});

function appliedIn(set: string, window: string, request: string, maxEntries?: number) {
  const [from = '', to = ''] = window.split('-').map(at);
  const texts = textsOf(set);
  const batch = parseBatch({ from, to, schedules: writeAll(request) }, maxEntries);
  return applyBatch({ pairs: new Set(texts.keys()), texts, now: NOON }, batch);
}

function spliced(set: string, window: string, request: string): ReadonlyMap<PairName, string> {
  const outcome = appliedIn(set, window, request);
  if (outcome.kind === 'rejected') throw new Error(outcome.problems.map(({ text }) => text).join());
  return applyChanges(textsOf(set), outcome.changes);
}
