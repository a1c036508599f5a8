import type { PairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { seriesOf, type Series } from './series.ts';
import { snapshotOf } from './snapshot.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const HOUR = 3_600_000;

function hours(...entries: [from: number, to: number, value: number][]): Series {
  return entries.map(([from, to, value]) => ({ startMs: NOON + from * HOUR, endMs: NOON + to * HOUR, value }));
}

function pairsAt(issuedAt: number, commands: ReadonlyMap<PairName, Series>): string[] {
  const snapshot = snapshotOf(commands, { revision: '1.1.00000000', issuedAt, holdSeconds: null });
  return snapshot.commands.map(({ asset, type }) => `${asset}/${type}`);
}

describe('a snapshot', () => {
  it('is the document that controllers are sent', () => {
    const commands = new Map<PairName, Series>([['grid/activePowerkW', hours([-2, -1, 90], [-1, 2, 100])]]);
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
    });
  });

  it('holds a command until its last entry has ended, to the millisecond', () => {
    const commands = new Map<PairName, Series>([['grid/upperLimitkW', hours([-3, -2, 1], [-1, 0, 2])]]);
    expect(pairsAt(NOON - 1, commands)).toEqual(['grid/upperLimitkW']);
    expect(pairsAt(NOON, commands)).toEqual([]);
  });

  it('lists commands as the catalogue does, whatever order they were set in', () => {
    const one = hours([0, 1, 5]);
    const commands = new Map<PairName, Series>([
      ['bess/optimalSocPcnt', one],
      ['solar/solarCurtailmentPcnt', one],
      ['grid/fcrExportkW', one],
      ['grid/upperLimitkW', one],
      ['grid/activePowerkW', []],
    ]);
    const order = ['grid/upperLimitkW', 'grid/fcrExportkW', 'solar/solarCurtailmentPcnt', 'bess/optimalSocPcnt'];
    expect(pairsAt(NOON, commands)).toEqual(order);
  });

  it.each([
    [23, '2030-03-31T00:00:00+01:00', '2030-04-01T00:00:00+02:00'],
    [25, '2030-10-27T00:00:00+02:00', '2030-10-28T00:00:00+01:00'],
  ])('of a local day of %i hours spans them all', (length, startAt, endAt) => {
    const command = { asset: 'grid', type: 'activePowerkW', entries: [{ startAt, endAt, value: 1 }] };
    const commands = new Map<PairName, Series>([['grid/activePowerkW', seriesOf(JSON.stringify(command))]]);
    const head = { revision: '1.1.00000000', issuedAt: Date.parse(startAt), holdSeconds: null };
    const [entry] = snapshotOf(commands, head).commands[0]?.entries ?? [];
    expect(entry?.startAt).toMatch(/Z$/);
    expect(Date.parse(entry?.endAt ?? '') - Date.parse(entry?.startAt ?? '')).toBe(length * HOUR);
  });
});
