import { expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

it('one begins when the one before it has ended, well or not', async () => {
  const inTurn = takeTurns();
  const told: string[] = [];
  const { promise: first, reject: failFirst } = Promise.withResolvers<never>();
  const failed = inTurn(() => first);
  const second = inTurn(async () => told.push('second'));
  const third = inTurn(async () => told.push('third'));
  await Promise.resolve();
  expect(told).toEqual([]);
  failFirst(new Error('the first'));
  await expect(failed).rejects.toThrow('the first');
  await Promise.all([second, third]);
  expect(told).toEqual(['second', 'third']);
});
