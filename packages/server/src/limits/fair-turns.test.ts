import { expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

it('deals turns out to one caller after the other, however much one of them asks for', async () => {
  const turns = createFairTurns();
  const had: string[] = [];
  const take = (caller: string) => turns.next(caller).then(() => had.push(caller));
  await Promise.all([take('heavy'), take('heavy'), take('heavy'), take('light'), take('other'), take('light')]);
  expect(had).toEqual(['heavy', 'light', 'other', 'heavy', 'light', 'heavy']);
});

it('lets the event loop go round between two turns', async () => {
  const turns = createFairTurns();
  const seen: string[] = [];
  setImmediate(() => seen.push('something else'));
  await Promise.all([
    (async () => {
      await turns.next('a');
      seen.push('first');
      setImmediate(() => seen.push('between'));
    })(),
    turns.next('a').then(() => seen.push('second')),
  ]);
  await new Promise(setImmediate);
  expect(seen).toEqual(['something else', 'first', 'between', 'second']);
});

it('leaves the event loop to others after a long turn, for as long as that took', async () => {
  const turns = createFairTurns();
  let rounds = 0;
  let isOver = false;
  const goRound = () => {
    rounds += 1;
    if (!isOver) setImmediate(goRound);
  };
  const long = async () => {
    await turns.next('heavy');
    const until = performance.now() + 50;
    while (performance.now() < until);
    setImmediate(goRound);
  };
  await Promise.all([long(), turns.next('heavy')]);
  isOver = true;
  expect(rounds).toBeGreaterThan(10);
});
