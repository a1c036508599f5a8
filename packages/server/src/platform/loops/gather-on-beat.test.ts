import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gatherOnBeat } from './gather-on-beat.ts';

let over: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  over = [];
});
afterEach(() => void vi.useRealTimers());

it('lets all go on the next beat, and who comes later on the one after', async () => {
  const gathering = gatherOnBeat(10);
  await vi.advanceTimersByTimeAsync(120);
  join(gathering, 'a');
  await vi.advanceTimersByTimeAsync(300);
  join(gathering, 'b');
  await vi.advanceTimersByTimeAsync(79);
  expect(over).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toEqual(['a', 'b']);
  join(gathering, 'c');
  await vi.advanceTimersByTimeAsync(499);
  expect(over).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toEqual(['a', 'b', 'c']);
});

it('waits for no more than enough', async () => {
  const gathering = gatherOnBeat(3);
  for (const name of ['a', 'b', 'c', 'd']) join(gathering, name);
  await vi.advanceTimersByTimeAsync(0);
  expect(over).toEqual(['a', 'b', 'c']);
  await vi.advanceTimersByTimeAsync(500);
  expect(over).toEqual(['a', 'b', 'c', 'd']);
});

function join(gathering: ReturnType<typeof gatherOnBeat>, name: string): void {
  void gathering.join().then(() => over.push(name));
}
