import { describe, expect, it } from 'vitest';
import { rememberTexts, type TextMemory } from './remember-texts.ts';

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
