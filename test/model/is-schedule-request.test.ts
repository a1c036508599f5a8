import { expect, it } from 'vitest';
import { isScheduleRequest } from './is-schedule-request.ts';

// What else a body may lack is drawn in `bad-input.test.ts`, and judged by the service too.
it('a request has one to ten commands', () => {
  const entry = { startAt: '2026-06-01T00:00:00Z', endAt: '2026-06-01T01:00:00Z', value: 5 };
  const command = { asset: 'grid', type: 'activePowerkW', entries: [entry] };
  const requestOf = (length: number) => ({ schedules: Array.from({ length }, () => command) });
  expect([0, 1, 10, 11].map((length) => isScheduleRequest(requestOf(length)))).toEqual([false, true, true, false]);
});
