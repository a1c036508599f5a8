import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLanes, type Lanes } from './lanes.ts';

const TURNS = 20;

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** Asks for lanes, one after the other, and tells who got one, in order. */
function askFor(lanes: Lanes, callers: readonly string[]) {
  const began: string[] = [];
  const held: (() => void)[] = [];
  const take = async (caller: string): Promise<void> => {
    const giveBack = await lanes.take(caller);
    began.push(caller);
    held.push(giveBack);
  };
  for (const caller of callers) void take(caller);
  return { began, held };
}

describe('lanes', () => {
  it('go to one caller after the other, however much one asks for', async () => {
    const { began, held } = askFor(createLanes(1), ['a', 'a', 'a', 'b', 'c']);
    for (let given = 0; given < 5; given += 1) {
      await settle();
      held[given]?.();
    }
    expect(began).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it('are held by one caller to their half, and the other half stays free', async () => {
    const lanes = createLanes(4);
    const greedy = askFor(
      lanes,
      Array.from({ length: 9 }, () => 'a'),
    );
    await settle();
    expect(greedy.began).toHaveLength(2);
    const other = askFor(lanes, ['b']);
    await settle();
    expect(other.began).toEqual(['b']);
    greedy.held[0]?.();
    await settle();
    expect(greedy.began).toHaveLength(3);
  });

  it('are given back once', async () => {
    const lanes = createLanes(1);
    const { began, held } = askFor(lanes, ['a', 'b', 'c']);
    await settle();
    held[0]?.();
    held[0]?.();
    await settle();
    expect(began).toEqual(['a', 'b']);
  });

  it('are dealt out one in each turn of the event loop', async () => {
    const { began } = askFor(createLanes(8), ['a', 'b', 'c']);
    await nextTurn();
    const first = began.length;
    await settle();
    expect([first <= 1, began]).toEqual([true, ['a', 'b', 'c']]);
  });
});
