import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Answer, Computing } from './answer.ts';
import { computeAnswers } from './compute-answers.ts';

const NO_STORE = { read: () => Promise.reject(new Error('nothing is read here')) };
const LARGE = 'x'.repeat(40_000);

function opened(lanes: number) {
  const compute = computeAnswers({ store: NO_STORE, lanes });
  const ask = (make: (by: Computing) => AsyncIterable<Iterable<string>>, caller = 'a') => {
    const answer: Answer<undefined> = { name: 'any', make };
    return compute(answer, { caller, writtenAs: 'json', input: undefined });
  };
  return { ask };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

describe('answers that are computed in lanes', () => {
  it('begin to read only when a lane is theirs, and keep it until their part is made', async () => {
    const { ask } = opened(2);
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    const makes = (name: string) =>
      async function* make() {
        begun.push(name);
        await gate.promise;
        yield [name];
      };
    const asked = [ask(makes('a1')), ask(makes('a2')), ask(makes('b1'), 'b')].map(async (one) => await one.next());
    await settle();
    // Half of two lanes for each caller.
    expect(begun).toEqual(['a1', 'b1']);
    gate.resolve();
    await Promise.all(asked);
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('leave their lane to others while nobody takes their parts', async () => {
    const { ask } = opened(1);
    const slow = ask(async function* make() {
      for (;;) yield [LARGE];
    });
    await slow.next();
    const other = ask(async function* make() {
      yield ['quick'];
    });
    expect(new TextDecoder().decode(await other.next())).toBe('quick');
    slow.stop();
  });

  it('leave it to others between two turns of one part', async () => {
    const { ask } = opened(1);
    const order: string[] = [];
    const inTurns = (name: string) =>
      async function* make({ turn }: Computing) {
        for (const part of [1, 2, 3]) {
          order.push(`${name}${part}`);
          await turn();
        }
        yield [name];
      };
    await Promise.all([ask(inTurns('a'), 'a'), ask(inTurns('b'), 'b')].map(async (one) => await one.next()));
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  });

  it('give it back when they fail, and when they are stopped while they wait for it', async () => {
    const { ask } = opened(1);
    const gate = Promise.withResolvers<void>();
    const failing = ask(async function* make() {
      await gate.promise;
      yield* [];
      throw new Error('broken');
    }).next();
    let isBegun = false;
    const stopped = ask(async function* make() {
      isBegun = true;
      yield ['never'];
    });
    const next = stopped.next();
    stopped.stop();
    gate.resolve();
    await expect(failing).rejects.toThrow('broken');
    await expect(next).rejects.toThrow('nobody waits');
    expect(isBegun).toBe(false);
    const after = ask(async function* make() {
      yield ['after'];
    });
    expect(new TextDecoder().decode(await after.next())).toBe('after');
  });
});
