import { LIMITS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { clockText } from '../../testing/draw-schedules.ts';
import { expandBody } from './expand-body.ts';
import { batchOf, type BatchKind } from './read-batch.ts';
import { windowOf } from './window-of.ts';

const POWER = { asset: 'grid', type: 'activePowerkW' };
const LIMIT = { asset: 'grid', type: 'upperLimitkW' };
const entry = (from: string, to: string, value: number) => ({ startAt: clockText(from), endAt: clockText(to), value });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => (index === 0 ? null : index));
const series = (...values: (number | null)[]) => ({ startAt: clockText('01'), stepMinutes: 60, values });
const saying = (text: string) => ({ refusal: expect.stringContaining(text) as string });
const dayOf = (day: string) => ({ day, timeZone: 'UTC', resolution: 60, values: numbers(24) });

/** The window and the entries of a batch on a site in Berlin, or what is wrong with it. */
function read(written: object, kind: BatchKind = 'splice') {
  const body = batchOf(written, { kind, timeZone: 'Europe/Berlin' });
  const problems = body.kind === 'batch' ? body.batch.problems : body.explain();
  const refusal = problems.map(({ place, text }) => `${place}: ${text}`).join('; ');
  if (body.kind !== 'batch' || refusal !== '') return { refusal };
  const entries = body.batch.commands.map(({ text }) =>
    text === null ? [] : (JSON.parse(text) as { entries: unknown }).entries,
  );
  return { window: windowOf(body.batch), entries };
}

describe('a splice without from and to', () => {
  it.each<[string, object, number, string, string]>([
    [
      'a day in the time zone that it names',
      { day: '2027-10-03', timeZone: 'Australia/Lord_Howe', resolution: 30, values: numbers(47) },
      46,
      '2027-10-02T13:30:00.000Z',
      '2027-10-03T13:00:00.000Z',
    ],
    [
      'a day in that of its site',
      { day: '2027-03-28', resolution: 15, values: numbers(92) },
      91,
      '2027-03-27T23:00:00.000Z',
      '2027-03-28T22:00:00.000Z',
    ],
    ['the span of a series, gaps included', series(null, 7), 1, clockText('01'), clockText('03')],
  ])('is for %s', (_, values, entries, from, to) => {
    const schedules = [{ ...POWER, entries: values }];
    for (const kind of ['splice', 'validated'] as const)
      expect(read({ schedules }, kind)).toMatchObject({ window: { from, to, entries } });
  });

  it('clears a pair, and checks entries, in the window of the values beside them', () => {
    const beside = (entries: object[]) =>
      read({
        schedules: [
          { ...POWER, entries: series(1) },
          { ...LIMIT, entries },
        ],
      });
    expect(beside([entry('01', '02', 5)])).toMatchObject({ window: { from: clockText('01'), entries: 2 } });
    expect(beside([])).toMatchObject({ window: { from: clockText('01'), entries: 1 }, entries: [[{ value: 1 }], []] });
    expect(beside([entry('01', '03', 5)])).toEqual(saying('reaches beyond the window'));
  });

  it('has the window that it gives, whatever its values are', () => {
    const given = { from: clockText('00'), to: clockText('04'), schedules: [{ ...POWER, entries: series(7) }] };
    expect(read(given)).toMatchObject({ window: { from: clockText('00'), to: clockText('04'), entries: 1 } });
    expect(read({ ...given, to: clockText('01') })).toEqual(saying('reaches beyond the window'));
    const { to: _to, ...half } = given;
    expect(read(half)).toEqual({ refusal: "body: must have required property 'to'" });
  });

  const days = [POWER, LIMIT].map((pair, index) => ({ ...pair, entries: dayOf(`2027-03-2${index}`) }));
  it.each([
    ['entries of its own', [{ ...POWER, entries: [] }], 'from: missing; give from and to, or the values of one day'],
    ['nothing', undefined, 'from: missing; give from and to'],
    ['values of several days', days, 'from: missing, and the values are of several windows; give from and to'],
    [
      'a day of another length',
      [{ ...POWER, entries: { ...dayOf('2027-03-20'), resolution: 30 } }],
      'schedules[0].entries.values: 2027-03-20 in UTC has 48 intervals of 30 minutes; there are 24 values',
    ],
  ])('is refused with %s, and says what to give', (_of, schedules, message) => {
    const splice = { ...(schedules === undefined ? {} : { schedules }), dropEnded: true };
    for (const kind of ['splice', 'validated'] as const) expect(read(splice, kind)).toEqual(saying(message));
  });

  it('is one in a portfolio by dropEnded; without it, all that is set is replaced', () => {
    const schedules = [{ ...POWER, entries: dayOf('2027-03-20') }];
    expect(read({ schedules, dropEnded: false }, 'either')).toMatchObject({ window: { entries: 23 } });
    expect(read({ schedules }, 'either')).toMatchObject({ window: undefined });
  });
});

describe('values in the place of entries', () => {
  it('are entries for the fleet interface alone', () => {
    const schedules = [{ ...POWER, entries: series(5, null, 7) }];
    const entries = [entry('01', '02', 5), entry('03', '04', 7)];
    expect(read({ schedules }, 'either')).toEqual({ window: undefined, entries: [entries] });
    expect(read({ schedules }, 'whole')).toEqual({ refusal: 'schedules[0].entries: must be array' });
  });

  it.each([
    [{ day: '2027-03-28', resolution: 15, values: [1] }, '.values: 2027-03-28 in Europe/Berlin has 92 intervals'],
    [{ startAt: '2027-03-28T00:00:00', stepMinutes: 15, values: [1] }, '.startAt: '],
    [{ startAt: '9999-12-31T23:30:00Z', stepMinutes: 60, values: [1] }, '.values: '],
    [{ startAt: '2027-03-28T00:00:00Z', stepMinutes: 0, values: [1] }, '.stepMinutes: '],
    [{ startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: ['1'] }, '.values[0]: '],
    [{ startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: [1], unit: 'kW' }, ''],
    [series(...numbers(1_501)), '.values: 1501 values; at most 1500 are accepted'],
  ])('of %j say what is wrong with them', (entries, message) => {
    const found = read({ schedules: [{ ...POWER, entries }] }, 'either');
    expect(found).toEqual(saying(`schedules[0].entries${message}`));
  });

  it('are not written out for more commands than a batch may have', () => {
    const command = { ...LIMIT, entries: series(1) };
    const { body } = expandBody({ schedules: Array.from({ length: 300 }, () => command) }, undefined);
    const some = Array.from({ length: LIMITS.maxCommands + 1 }, () => ({ ...command, entries: [] }));
    expect(body).toEqual({ schedules: some });
    expect(read({ schedules: some }, 'either')).toEqual({ refusal: 'schedules: must NOT have more than 10 items' });
  });

  it('are written out once for each command: one that is named again is refused for that', () => {
    const command = { ...POWER, entries: series(1, 2) };
    const { body, problems } = expandBody({ schedules: [command, command] }, undefined);
    const { schedules } = body as { readonly schedules: readonly { readonly entries: unknown }[] };
    const whole = expect.objectContaining({ length: 2 }) as unknown;
    expect([schedules.map(({ entries }) => entries), problems]).toEqual([[whole, []], []]);
  });
});
