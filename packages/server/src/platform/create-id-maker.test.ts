import { describe, expect, it } from 'vitest';
import { createIdMaker } from './create-id-maker.ts';

const NOW = Date.UTC(2026, 5, 1);

describe('a made id', () => {
  it('is a UUID of version 7 that begins with its time', () => {
    const makeId = createIdMaker(() => NOW);
    for (let count = 0; count < 5_000; count += 1) {
      const id = makeId();
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(NOW);
    }
  });

  it('sorts by its millisecond', () => {
    let now = 0;
    const makeId = createIdMaker(() => now);
    const ids = [0, 1, 255, 256, NOW, NOW + 1, Date.UTC(9999, 0)].map((ms) => {
      now = ms;
      return makeId();
    });
    expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids);
  });

  it('takes a clock that has fractions', () => {
    expect(createIdMaker(() => 1.9)()).toMatch(/^00000000-0001-7/);
  });
});
