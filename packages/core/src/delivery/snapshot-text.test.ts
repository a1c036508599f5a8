import fc from 'fast-check';
import { namesOfPair, type PairName, type ScheduleSnapshot } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { writeCommand } from '../command-text/write-command.ts';
import { type SnapshotHead, snapshotText } from './snapshot-text.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const HOUR = 3_600_000;

type Hours = readonly [from: number, to: number, value: number][];

/** Commands as they are stored, with instants as some client wrote them. */
function texts(commands: { readonly [Pair in PairName]?: Hours }, written = inUtc): Map<PairName, string> {
  return new Map(
    Object.entries(commands).map(([pair, hours]) => {
      const entries = hours.map(([from, to, value]) => {
        return { startAt: written(NOON + from * HOUR), endAt: written(NOON + to * HOUR), value };
      });
      return [pair as PairName, writeCommand(namesOfPair(pair as PairName), entries)];
    }),
  );
}

const inUtc = (ms: number) => new Date(ms).toISOString();
const inKathmandu = (ms: number) => new Date(ms + 5.75 * HOUR).toISOString().replace('.000Z', '+05:45');

function snapshotOf(commands: ReadonlyMap<PairName, string>, head: SnapshotHead): ScheduleSnapshot {
  return JSON.parse(snapshotText(commands, head)) as ScheduleSnapshot;
}

function pairsAt(issuedAt: number, commands: ReadonlyMap<PairName, string>): string[] {
  const snapshot = snapshotOf(commands, { revision: '1.1.00000000', issuedAt, holdSeconds: null });
  return snapshot.commands.map(({ asset, type }) => `${asset}/${type}`);
}

describe('a snapshot', () => {
  it('that reaches so far leaves out what begins later', () => {
    const hours: Hours = [
      [-1, 1, 1],
      [1, 3, 2],
      [3, 4, 3],
    ];
    const commands = texts({ 'grid/activePowerkW': hours, 'bess/activePowerkW': [[2, 3, 4]] });
    const head = { revision: '1.1.00000000~1h1', issuedAt: NOON, holdSeconds: null, until: NOON + 2 * HOUR };
    const snapshot = snapshotOf(commands, head);
    expect(snapshot.commands.map(({ entries }) => entries.map(({ value }) => value))).toEqual([[1, 2]]);
  });

  it('is the document that controllers are sent', () => {
    const set: Hours = [
      [-2, -1, 90],
      [-1, 2, 100],
    ];
    const commands = texts({ 'grid/activePowerkW': set });
    const snapshot = snapshotOf(commands, { revision: '1.17.9f3c2a41', issuedAt: NOON + 345, holdSeconds: 600 });
    expect(snapshot).toEqual({
      revision: '1.17.9f3c2a41',
      issuedAt: '2030-01-01T12:00:00.345Z',
      holdSeconds: 600,
      commands: [
        {
          asset: 'grid',
          type: 'activePowerkW',
          entries: [
            { startAt: '2030-01-01T10:00:00.000Z', endAt: '2030-01-01T11:00:00.000Z', value: 90 },
            { startAt: '2030-01-01T11:00:00.000Z', endAt: '2030-01-01T14:00:00.000Z', value: 100 },
          ],
        },
      ],
      offers: ['orders'],
    });
  });

  it('lists commands as the catalogue does, whatever order they were set in', () => {
    const one: Hours = [[0, 1, 5]];
    const commands = texts({
      'bess/optimalSocPcnt': one,
      'solar/solarCurtailmentPcnt': one,
      'grid/fcrExportkW': one,
      'grid/upperLimitkW': one,
    });
    const order = ['grid/upperLimitkW', 'grid/fcrExportkW', 'solar/solarCurtailmentPcnt', 'bess/optimalSocPcnt'];
    expect(pairsAt(NOON, commands)).toEqual(order);
  });

  it('says the same however the instants and values were written', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true }).map((drawn) => drawn || 0);
    const length = fc.integer({ min: 1, max: 40 });
    const drawn = fc.array(fc.record({ length, value }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(drawn, fc.integer({ min: -5, max: 100 }), (entries, issuedHours) => {
        let at = 0;
        const set: Hours = entries.map((entry) => [at, (at += entry.length), entry.value]);
        const head = { revision: '1.1.00000000', issuedAt: NOON + issuedHours * HOUR, holdSeconds: null };
        const pair = { 'bess/activePowerkW': set };
        const snapshot = snapshotOf(texts(pair, inUtc), head);
        expect(snapshotOf(texts(pair, inKathmandu), head)).toEqual(snapshot);
        expect(snapshot.commands.length).toBe(at > issuedHours ? 1 : 0);
      }),
    );
  });
});
