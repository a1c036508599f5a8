import { expect, it } from 'vitest';
import { testBudget } from '../../testing/test-budget.ts';

const WAITING = 64;

it.each([
  ['computing', 'computedAtOnce'],
  ['writing', 'writesAtOnce'],
  ['opening', 'openAtOnce'],
] as const)('%s takes a part of the share, and gives it back however the work ends', async (kind, share) => {
  const budget = testBudget({ [share]: 1 });
  let fail = (_cause: Error) => {};
  const first = budget[kind]('one', () => new Promise<string>((_, reject) => (fail = reject)));
  const failed = first.catch(String);
  const waiting = Array.from({ length: WAITING }, (_, number) => budget[kind]('one', async () => number));
  await expect(budget[kind]('one', async () => 'refused')).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await budget[kind]('other', async () => 'other')).toBe('other');
  fail(new Error('the work failed'));
  expect(await failed).toContain('the work failed');
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: WAITING }, (_, number) => number));
});
