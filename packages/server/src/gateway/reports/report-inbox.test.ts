import { expect, it } from 'vitest';
import { noteHurry } from './report-inbox.ts';

const SCHEDULE = { revision: '1.0.00000000', rejected: [] };
const REJECTED = { asset: 'grid', type: 'activePowerkW', code: 'unsupported' };
const DEVICES = { uid: 'meter', children: [] };

it.each([
  ['says again what was said', 30, { schedule: SCHEDULE }, false],
  ['has other devices', 30, { schedule: SCHEDULE, devices: { ...DEVICES, active_power_kw: 7 } }, false],
  ['has another revision', 30, { schedule: { ...SCHEDULE, revision: '1.1.00000000' } }, true],
  ['rejects something', 30, { schedule: { ...SCHEDULE, rejected: [REJECTED] } }, true],
  ['comes soon after the one before', 1, { schedule: SCHEDULE }, true],
  ['comes after the clock was set back', -30, { schedule: SCHEDULE }, true],
  ['says nothing of the schedule', 30, {}, true],
  ['rejects more than is looked at', 30, { schedule: { ...SCHEDULE, rejected: [{ code: 'x'.repeat(1_024) }] } }, true],
])('a report that %s: whether somebody waits for it', (_, seconds, report, isUrgent) => {
  let now = 1_000_000;
  const hurries = noteHurry(() => now);
  expect(hurries(bytesOf({ sequence: 1, schedule: SCHEDULE, devices: DEVICES }))).toBe(true);
  now += seconds * 1_000;
  expect(hurries(bytesOf({ sequence: 2, ...report }))).toBe(isUrgent);
});

it('lets what rejects the same again wait, and what rejects it no more not', () => {
  let now = 0;
  const hurries = noteHurry(() => (now += 30_000));
  const rejecting = bytesOf({ schedule: { ...SCHEDULE, rejected: [REJECTED] } });
  expect([rejecting, rejecting, bytesOf({ schedule: SCHEDULE })].map(hurries)).toEqual([true, false, true]);
});

it.each(['', 'no JSON', '"schedule"', '"schedule": ]'])('lets nothing that is no report wait: %j', (text) => {
  let now = 0;
  const hurries = noteHurry(() => (now += 30_000));
  hurries(bytesOf({ schedule: SCHEDULE }));
  expect(hurries(Buffer.from(text))).toBe(true);
});

function bytesOf(report: object): Buffer {
  return Buffer.from(JSON.stringify(report));
}
