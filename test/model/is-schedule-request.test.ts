import { describe, expect, it } from 'vitest';
import { isScheduleRequest } from './is-schedule-request.ts';

const entry = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T01:00:00Z', value: 5 };

const command = { asset: 'grid', type: 'activePowerkW', entries: [entry] };

const withEntry = (change: object) => ({
  schedules: [{ ...command, entries: [{ ...entry, ...change }] }],
});

describe('a request body', () => {
  it('with one to ten commands is one', () => {
    expect(isScheduleRequest({ schedules: [command] })).toBe(true);
    expect(isScheduleRequest({ schedules: Array.from({ length: 10 }, () => command) })).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a list of commands', [command]],
    ['no schedules', {}],
    ['schedules that are null', { schedules: null }],
    ['no command', { schedules: [] }],
    ['eleven commands', { schedules: Array.from({ length: 11 }, () => command) }],
    ['a command that is null', { schedules: [null] }],
    ['a property beside schedules', { schedules: [command], id: 1 }],
    ['a property beside entries', { schedules: [{ ...command, id: 1 }] }],
    ['a property beside value', withEntry({ unit: 'kW' })],
    ['a command without entries', { schedules: [{ asset: 'grid', type: 'activePowerkW' }] }],
    ['entries that are null', { schedules: [{ ...command, entries: null }] }],
    ['an entry that is a list', { schedules: [{ ...command, entries: [[]] }] }],
    ['a startAt that is a number', withEntry({ startAt: 0 })],
    ['an asset that is a list', { schedules: [{ ...command, asset: ['grid'] }] }],
    ['a value in quotes', withEntry({ value: '5' })],
    ['a value of null', withEntry({ value: null })],
    ['a value of true', withEntry({ value: true })],
    ['a list as value', withEntry({ value: [5] })],
    ['an infinite value', JSON.parse(JSON.stringify(withEntry({})).replace(':5', ':1e400'))],
    ['__proto__', JSON.parse('{"schedules":[],"__proto__":{}}')],
  ])('with %s is none', (_, body) => {
    expect(isScheduleRequest(body)).toBe(false);
  });
});
