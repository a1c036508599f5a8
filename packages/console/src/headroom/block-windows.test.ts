import { expect, it } from 'vitest';
import { blockWindows } from './block-windows.ts';

const BERLIN = 'Europe/Berlin';
const clock = (ms: number) => new Date(ms).toISOString().slice(5, 16);

it.each([
  // What is asked: from, to and the minutes of a block.
  ['a day as others is one question', '2026-11-21', '0-24', '11-20T23:00 11-21T23:00 240'],
  ['the long night has five hours', '2026-10-25', '0-24', '10-24T22:00 10-25T03:00 300, 10-25T03:00 10-25T23:00 240'],
  ['the short night has three', '2027-03-28', '0-12', '03-27T23:00 03-28T02:00 180, 03-28T02:00 03-28T10:00 240'],
  ['a part of a block is a block', '2026-11-21', '6-16', '11-21T05:00 11-21T07:00 120, 11-21T07:00 11-21T15:00 240'],
])('%s', (_title, day, hours, expected) => {
  const [fromHour = 0, toHour = 0] = hours.split('-').map(Number);
  const windows = blockWindows({ day, fromHour, toHour }, BERLIN, 240);
  const asked = windows.map(({ fromMs, toMs, minutes }) => `${clock(fromMs)} ${clock(toMs)} ${minutes}`);
  expect(asked.join(', ')).toBe(expected);
});

it('steps of an hour are steps of time: 25 of them on the long day', () => {
  const [window] = blockWindows({ day: '2026-10-25', fromHour: 0, toHour: 24 }, BERLIN, 60);
  expect(window).toEqual({
    fromMs: Date.parse('2026-10-24T22:00Z'),
    toMs: Date.parse('2026-10-25T23:00Z'),
    minutes: 60,
  });
});
