import { expect, it } from 'vitest';
import { joinReads } from './join-reads.ts';

it('reads once in a turn of the event loop for all who ask for the same', async () => {
  const asked: string[] = [];
  const read = joinReads((key: string) => {
    asked.push(key);
    return Promise.resolve(key.toUpperCase());
  });
  await expect(Promise.all([read('a'), read('b'), read('a')])).resolves.toEqual(['A', 'B', 'A']);
  expect(asked).toEqual(['a', 'b']);
});

it('reads anew in a later turn, even while a slow read goes on', async () => {
  let reads = 0;
  const slow = Promise.withResolvers<number>();
  const read = joinReads(() => {
    reads += 1;
    return reads === 1 ? slow.promise : Promise.resolve(reads);
  });
  const first = read('a');
  await new Promise(setImmediate);
  await expect(read('a')).resolves.toBe(2);
  slow.resolve(1);
  await expect(first).resolves.toBe(1);
});
