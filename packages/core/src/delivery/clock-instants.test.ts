import type { AssetScheduleCommand, PairName } from '@setpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryEndingAfter, instantsOfCommand } from './clock-instants.ts';
import { parseBatch } from '../batch/parse-batch.ts';
import { seriesOf } from '../time/series.ts';

const MINUTE = 60_000;
const GRID: PairName = 'grid/activePowerkW';
const FORMATS = [
  (ms: number) => new Date(ms).toISOString(),
  (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z'),
  (ms: number) => new Date(ms + 90 * MINUTE).toISOString().replace('Z', '+01:30'),
] as const;

/** As it is stored: of gaps and lengths in turn, and written in one of several ways. */
function stored(lengths: readonly number[], formats: readonly number[]): string {
  let at = 0;
  const entries: AssetScheduleCommand['entries'] = [];
  for (let index = 0; index + 1 < lengths.length; index += 2) {
    const startMs = at + (lengths[index] ?? 0);
    at = startMs + (lengths[index + 1] ?? 0) + 1;
    const written = FORMATS[(formats[index % formats.length] ?? 0) % FORMATS.length] ?? FORMATS[0];
    entries.push({ startAt: written(startMs * 1_000), endAt: written(at * 1_000), value: -1.5e-7 * index });
  }
  return parseBatch({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] }).commands[0]?.text ?? '';
}

it('the first entry that ends after an instant is the one that a look at all of them finds', () => {
  const lengths = fc.array(fc.nat(3), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(lengths, fc.array(fc.nat(2), { minLength: 1 }), fc.nat(80), (gaps, formats, second) => {
      const text = stored(gaps, formats);
      const found = seriesOf(text).find(({ endMs }) => endMs > second * 1_000);
      const expected = found === undefined ? undefined : { startMs: found.startMs, endMs: found.endMs };
      expect(entryEndingAfter(text, second * 1_000)).toEqual(expected);
    }),
  );
});

it.each([
  //               30 |====| 90    150 |====| 210
  [0, { nextAt: 30, judgeAt: 120 }],
  [29.999, { nextAt: 30, judgeAt: 120 }],
  [30, { nextAt: 90, judgeAt: 120 }],
  [90, { nextAt: 150, judgeAt: 240 }],
  [209, { nextAt: 210, judgeAt: 240 }],
])('behind second %d something comes next: %o', (second, { nextAt, judgeAt }) => {
  const text = stored([30, 59, 60, 59], [0]);
  const instants = { nextAt: nextAt * 1_000, judgeAt: judgeAt * 1_000 };
  expect(instantsOfCommand(GRID, text, second * 1_000)).toEqual(instants);
  expect(instantsOfCommand('grid/upperLimitkW', text, second * 1_000)).toEqual({ ...instants, judgeAt: null });
});

it('behind the end of the last entry, nothing does', () => {
  expect(instantsOfCommand(GRID, stored([30, 59], [0]), 90_000)).toEqual({ nextAt: null, judgeAt: null });
});
