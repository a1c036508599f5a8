import { describe, expect, it } from 'vitest';
import { joinWork } from './join-work.ts';

interface Asker {
  isThere: boolean;
}

describe('shared work', () => {
  function opened() {
    const share = joinWork<Asker, number>(({ isThere }) => isThere);
    const started: { isWanted: () => boolean; end: (value: number) => void }[] = [];
    const ask = (key: string, asker: Asker) =>
      share(key, asker, (isWanted) => {
        const { promise, resolve } = Promise.withResolvers<number>();
        started.push({ isWanted, end: resolve });
        return promise;
      });
    return { ask, started };
  }

  it('is done once for all who ask meanwhile, and anew for who asks later or for something else', async () => {
    const { ask, started } = opened();
    const both = [ask('a', { isThere: true }), ask('a', { isThere: true })];
    void ask('b', { isThere: true });
    expect(started).toHaveLength(2);
    started[0]?.end(1);
    await expect(Promise.all(both)).resolves.toEqual([1, 1]);
    void ask('a', { isThere: true });
    expect(started).toHaveLength(3);
  });

  it('is wanted until the last who asked is gone, and then begun anew by the next', () => {
    const { ask, started } = opened();
    const [first, second] = [{ isThere: true }, { isThere: true }];
    void ask('a', first);
    void ask('a', second);
    first.isThere = false;
    expect(started[0]?.isWanted()).toBe(true);
    second.isThere = false;
    expect(started[0]?.isWanted()).toBe(false);
    void ask('a', { isThere: true });
    expect(started).toHaveLength(2);
    expect(started[1]?.isWanted()).toBe(true);
  });
});
