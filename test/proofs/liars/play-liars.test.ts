import { expect, it } from 'vitest';
import { HONEST, LIES } from './lies.ts';
import { DAY_MS } from './open-liar.ts';
import { playLiars } from './play-liars.ts';
import { playMembers } from './play-members.ts';

/** So many sites over a day each in a long run; in a short one a few, over two hours. */
const ALL = Number(process.env['SETPOINT_TEST_LIARS'] ?? 0);
const { devices, dayMs } = ALL === 0 ? { devices: 7, dayMs: DAY_MS / 12 } : { devices: ALL, dayMs: DAY_MS };

it('nothing is said of a site that is better than what its own meters show', async () => {
  const days = await playLiars({ devices, dayMs, seed: Number(process.env['SETPOINT_TEST_SEED'] ?? 1) }, (line) => {
    if (ALL > 0) process.stdout.write(`${line}\n`);
  });
  expect(days.flatMap(({ faults }) => faults)).toEqual([]);
  expect(days.reduce((sum, { due }) => sum + due, 0)).toBeGreaterThan(20);
  if (ALL > LIES.length) expect(new Set(days.map(({ lie }) => lie.name)).size).toBe(LIES.length + 1);
  expect(days.some(({ lie }) => lie === HONEST)).toBe(true);
});

it.each([
  ['of which one lies', { members: 5, bookedKw: 100, liars: 1, first: 'stands at -60' }],
  ['of which two lie alike', { members: 6, bookedKw: 100, liars: 2, first: 'goes the other way' }],
  ['of small members, of which most lie', { members: 16, bookedKw: 6, liars: 13, first: 'does nothing' }],
])('of a pool %s nothing is said that is better than what its meters show', async (_name, pool) => {
  const lasts = ALL === 0 ? DAY_MS / 48 : DAY_MS;
  expect(await playMembers({ ...pool, dayMs: lasts, seed: Number(process.env['SETPOINT_TEST_SEED'] ?? 1) })).toEqual(
    [],
  );
});
