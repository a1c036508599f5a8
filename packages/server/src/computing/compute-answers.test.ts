import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Answer, Computing } from './answer.ts';
import { computeAnswers, rememberTexts, type TextMemory } from './compute-answers.ts';

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

const ROOM = 160;

function* inParts(text: string): Generator<string> {
  for (const part of text) yield part;
}

/** What is found, and how often it was made. */
function countMade(memory: TextMemory) {
  let made = 0;
  const find = (facts: readonly unknown[], text: string): string =>
    [
      ...memory.of(facts, () => {
        made += 1;
        return inParts(text);
      }),
    ].join('');
  return { find, made: () => made };
}

describe('texts that are remembered', () => {
  it('are made once for the same facts, and anew when one of them differs', () => {
    const { find, made } = countMade(rememberTexts(ROOM));
    expect([find(['site', 1, null], 'one'), find(['site', 1, null], 'other')]).toEqual(['one', 'one']);
    expect(find(['site', 2, null], 'two')).toBe('two');
    expect(find(['site', '1', null], 'three')).toBe('three');
    expect(made()).toBe(3);
  });

  it('are not kept where their reader stopped half-way', () => {
    const memory = rememberTexts(ROOM);
    for (const part of memory.of(['a'], () => inParts('abc'))) if (part === 'b') break;
    expect([...memory.of(['a'], () => inParts('xyz'))].join('')).toBe('xyz');
  });

  it('make room: what was used last stays, and none takes more than its part', () => {
    const { find, made } = countMade(rememberTexts(ROOM));
    find(['long'], 'x'.repeat(ROOM / 16 + 1));
    find(['long'], 'x'.repeat(ROOM / 16 + 1));
    expect(made()).toBe(2);
    for (let key = 0; key < 20; key += 1) {
      find([key], 'y'.repeat(ROOM / 16));
      find([0], '');
    }
    expect(made()).toBe(2 + 20);
    find([1], '');
    expect(made()).toBe(2 + 21);
  });
});
