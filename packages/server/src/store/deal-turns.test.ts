import { expect, it } from 'vitest';
import { dealTurns } from './deal-turns.ts';

const PATIENT = { atOnce: 2, waiting: 2, patienceMs: 60_000 };
const refusal = () => new Error('too much');

it('lets a caller have its share under way, and the next wait for the first to end', async () => {
  const shares = dealTurns(PATIENT, refusal);
  const [first, second] = await Promise.all([shares.take('a'), shares.take('a')]);
  const begun: string[] = [];
  const third = shares.take('a').then(() => begun.push('third'));
  const fourth = shares.take('a').then(() => begun.push('fourth'));
  await new Promise(setImmediate);
  expect(begun).toEqual([]);
  first();
  first();
  await third;
  await new Promise(setImmediate);
  expect(begun).toEqual(['third']);
  second();
  await fourth;
  expect(begun).toEqual(['third', 'fourth']);
});

it('refuses at once what would wait behind too many, and nobody else', async () => {
  const shares = dealTurns(PATIENT, refusal);
  const underWay = await Promise.all([shares.take('a'), shares.take('a')]);
  const waiting = [shares.take('a'), shares.take('a')];
  await expect(shares.take('a')).rejects.toThrow('too much');
  await expect(shares.take('b')).resolves.toBeTypeOf('function');
  for (const giveBack of underWay) giveBack();
  await Promise.all(waiting);
});

it('refuses what waited for too long, and gives its place to nobody', async () => {
  const shares = dealTurns({ atOnce: 1, waiting: 2, patienceMs: 20 }, refusal);
  const giveBack = await shares.take('a');
  await expect(shares.take('a')).rejects.toThrow('too much');
  giveBack();
  await expect(shares.take('a')).resolves.toBeTypeOf('function');
});
