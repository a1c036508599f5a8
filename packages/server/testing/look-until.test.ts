import { expect, it } from 'vitest';
import { lookUntil } from './look-until.ts';

it('looks until it is so, and hands out what was seen', async () => {
  let looks = 0;
  const look = () => Promise.resolve((looks += 1));
  await expect(lookUntil(look, (count) => count === 3)).resolves.toBe(3);
  expect(looks).toBe(3);
});

it('ends with what it saw last when it does not become so', async () => {
  const look = () => Promise.resolve({ state: 'offline', sites: Array.from({ length: 1_000 }, (_, at) => at) });
  const looked = lookUntil(look, ({ state }) => state === 'online', { withinMs: 200 });
  await expect(looked).rejects.toThrow(/^It was not so within 200 ms\. Seen at last: \{\s+state: 'offline'/);
  await expect(looked.catch(String)).resolves.toHaveProperty(
    'length',
    expect.toSatisfy((length) => length < 2_100),
  );
});

it('ends when a look does not come back', async () => {
  const looked = lookUntil(() => new Promise<never>(() => undefined), Boolean, { withinMs: 200 });
  await expect(looked).rejects.toThrow('Seen at last: nothing');
});

it('ends as a look that fails does', async () => {
  const looked = lookUntil(() => Promise.reject(new Error('no such page')), Boolean);
  await expect(looked).rejects.toThrow('no such page');
});
