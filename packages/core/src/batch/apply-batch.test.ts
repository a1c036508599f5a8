import type { PairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { textsOf, writeAll } from '../../testing/series.ts';
import { applyChanges } from '../command-text/apply-changes.ts';
import { applyBatch, neededTexts } from './apply-batch.ts';
import type { CurrentCommands } from './current-commands.ts';
import { parseBatch } from './parse-batch.ts';

const IMPORT = 'grid/afrrImportBookingkW';
const EXPORT = 'grid/afrrExportBookingkW';
const ACTIVATION = 'grid/afrrActivationkW';

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
