import { describe, expect, it } from 'vitest';
import type { Answer, WrittenAs } from './answer.ts';
import type { ComputeAnswer } from './compute-answers.ts';
import { joinAnswers } from './join-answers.ts';

const ANSWER: Answer<number> = {
  name: 'any',
  async *make() {
    yield* [];
  },
};

/** Answers that end when the test says so. */
function opened() {
  const begun: { end: (text: string) => void; fail: () => void; isStopped: boolean }[] = [];
  const compute: ComputeAnswer = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const one = { end: resolve, fail: () => reject(new Error('broken')), isStopped: false };
    begun.push(one);
    let isSent = false;
    return {
      async next() {
        const text = await promise;
        if (isSent) return undefined;
        isSent = true;
        return new TextEncoder().encode(text);
      },
      stop: () => void (one.isStopped = true),
    };
  };
  const joined = joinAnswers(compute);
  const ask = (caller: string, joinedAs?: unknown, writtenAs: WrittenAs = 'json') =>
    joined(ANSWER, { caller, writtenAs, input: Math.random(), joinedAs });
  return { ask, begun };
}

const textOf = async (computed: ReturnType<ComputeAnswer>) => new TextDecoder().decode(await computed.next());

describe('answers that are joined', () => {
  it('are computed once for all who ask meanwhile, and anew for others and for who asks later', async () => {
    const { ask, begun } = opened();
    const both = [ask('a', ['q']), ask('a', ['q'])].map(textOf);
    ask('b', ['q']);
    ask('a', ['other']);
    ask('a', ['q'], 'csv');
    ask('a');
    expect(begun).toHaveLength(5);
    begun[0]?.end('one');
    await expect(Promise.all(both)).resolves.toEqual(['one', 'one']);
    ask('a', ['q']);
    expect(begun).toHaveLength(6);
  });

  it('end, and fail, for each that waits', async () => {
    const { ask, begun } = opened();
    const [first, second] = [ask('a', 'q'), ask('a', 'q')];
    begun[0]?.end('one');
    for (const one of [first, second]) {
      await textOf(one);
      await expect(one.next()).resolves.toBeUndefined();
    }
    const failing = [ask('a', 'q'), ask('a', 'q')];
    begun[1]?.fail();
    for (const one of failing) await expect(one.next()).rejects.toThrow('broken');
  });

  it('are stopped when the last who waits is gone, and then begun anew by the next', () => {
    const { ask, begun } = opened();
    const [first, second] = [ask('a', 'q'), ask('a', 'q')];
    first.stop();
    first.stop();
    expect(begun[0]?.isStopped).toBe(false);
    second.stop();
    expect(begun[0]?.isStopped).toBe(true);
    ask('a', 'q');
    expect(begun).toHaveLength(2);
  });
});
