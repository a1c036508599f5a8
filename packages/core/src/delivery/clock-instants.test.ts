import { namesOfPair, type PairName } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { writeCommand } from '../command-text/write-command.ts';
import { instantsOfCommand } from './clock-instants.ts';

const GRID: PairName = 'grid/activePowerkW';

/** Entries that are drawn in seconds. */
function stored(...spans: readonly (readonly [start: number, end: number])[]): string {
  const written = (second: number) => new Date(second * 1_000).toISOString();
  const entries = spans.map(([start, end]) => ({ startAt: written(start), endAt: written(end), value: 1 }));
  return writeCommand(namesOfPair(GRID), entries);
}

it.each([
  //               30 |====| 90    150 |====| 210
  [0, { nextAt: 30, judgeAt: 120 }],
  [29.999, { nextAt: 30, judgeAt: 120 }],
  [30, { nextAt: 90, judgeAt: 120 }],
  [90, { nextAt: 150, judgeAt: 240 }],
  [209, { nextAt: 210, judgeAt: 240 }],
])('behind second %d something comes next: %o', (second, { nextAt, judgeAt }) => {
  const text = stored([30, 90], [150, 210]);
  const instants = { nextAt: nextAt * 1_000, judgeAt: judgeAt * 1_000 };
  expect(instantsOfCommand(GRID, text, second * 1_000)).toEqual(instants);
  expect(instantsOfCommand('grid/upperLimitkW', text, second * 1_000)).toEqual(instants);
  expect(instantsOfCommand('solar/solarCurtailmentPcnt', text, second * 1_000)).toEqual({ ...instants, judgeAt: null });
});

it('behind the end of the last entry, nothing does', () => {
  expect(instantsOfCommand(GRID, stored([30, 90]), 90_000)).toEqual({ nextAt: null, judgeAt: null });
});
