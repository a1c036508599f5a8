import { expect, it } from 'vitest';
import { resendPace } from './resend-pace.ts';

const REPORT_EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

it('who says the same wrong revision all day gets the snapshot some fifty times, not with each report', () => {
  let now = 0;
  const mayResend = resendPace(() => now);
  let sent = 0;
  for (; now < DAY_MS; now += REPORT_EVERY_MS) if (mayResend({ reported: 'old', revision: 'new' })) sent += 1;
  expect(sent).toBe(52);
});

it('who says something new, or should have something new, gets it at once', () => {
  const mayResend = resendPace(() => 0);
  const told = [
    ['a', 'x'],
    ['a', 'x'],
    ['b', 'x'],
    ['b', 'y'],
    [null, 'y'],
    [null, 'y'],
  ] as const;
  const answers = told.map(([reported, revision]) => mayResend({ reported, revision }));
  expect(answers).toEqual([true, false, true, true, true, false]);
});
