import { expect, it } from 'vitest';
import { parseAccepted } from './parse-accepted.ts';

it.each([
  [undefined, [{ name: '', quality: 1 }]],
  ['gzip', [{ name: 'gzip', quality: 1 }]],
  [
    'br , GZIP ; Q=0.5',
    [
      { name: 'br', quality: 1 },
      { name: 'gzip', quality: 0.5 },
    ],
  ],
  ['text/csv;charset=utf-8; q=0', [{ name: 'text/csv', quality: 0 }]],
  ['gzip;q=oops', [{ name: 'gzip', quality: Number.NaN }]],
])('reads %j', (header, choices) => {
  expect(parseAccepted(header)).toEqual(choices);
});

// A pattern for blanks around the semicolon took 90 ms for such a header, from anybody.
it.each([' ', ';', ',', ' ;', ', '])('takes no longer for many %j than for as many letters', (filler) => {
  const hostile = `gzip,a${filler.repeat(15_000 / filler.length)}b`;
  const harmless = `gzip,${'a'.repeat(15_000)}`;
  const costOnce = (header: string) => {
    const startedAt = process.cpuUsage();
    for (let round = 0; round < 20; round += 1) parseAccepted(header);
    const { user, system } = process.cpuUsage(startedAt);
    return user + system;
  };
  // What else the process does at the time falls on one of them, hardly on all.
  const costOf = (header: string) => Math.min(costOnce(header), costOnce(header), costOnce(header));
  // Twenty of them held the process for two seconds.
  expect(costOf(hostile)).toBeLessThan(200_000 + costOf(harmless));
});
