import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairStarts } from './fair-starts.ts';

function startsOf(perTurn: number) {
  const starts = createFairStarts({ perTurn, mostWaiting: 1_000 });
  const begun: string[] = [];
  const begin = (caller: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      const later = starts.next(caller);
      if (later === undefined) begun.push(caller);
      else void later.then(() => begun.push(caller));
    }
  };
  return { begin, begun };
}

it('lets a caller begin so many at once, and the others in the turns that follow', async () => {
  const { begin, begun } = startsOf(2);
  begin('a', 5);
  expect(begun).toEqual(['a', 'a']);
  await nextTurn();
  expect(begun).toHaveLength(4);
  await nextTurn();
  expect(begun).toHaveLength(5);
});

it('lets who comes later begin before what is left of one who asked for much', async () => {
  const { begin, begun } = startsOf(2);
  begin('heavy', 1_000);
  await nextTurn();
  begin('light');
  expect(begun).toEqual(['heavy', 'heavy', 'heavy', 'heavy', 'light']);
});

it('lets nobody overtake those of the same caller that wait', async () => {
  const { begin, begun } = startsOf(2);
  begin('a', 4);
  await nextTurn();
  begin('a');
  expect(begun).toHaveLength(4);
  await nextTurn();
  expect(begun).toHaveLength(5);
});

it('lets no more of one caller wait than may, whoever else waits', async () => {
  const starts = createFairStarts({ perTurn: 1, mostWaiting: 2 });
  const begin = () => starts.next('heavy');
  const waiting = [begin(), begin(), begin()];
  expect(begin).toThrow('too many requests arrive at once');
  expect(starts.next('light')).toBeUndefined();
  await waiting.at(-1);
  await nextTurn();
  expect(begin()).toBeUndefined();
});
