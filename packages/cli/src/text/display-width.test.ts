import { describe, expect, it } from 'vitest';
import { displayWidth } from './display-width.ts';

describe('the width of a text in a terminal', () => {
  it.each([
    ['Nordhafen', 9],
    ['Su\u0308d', 3],
    ['中央駅', 6],
    ['ｱｲ', 2],
    ['Ｗ', 2],
    ['☀\u{FE0F}', 2],
    ['🔋', 2],
    ['🇩🇰', 2],
    ['👩‍👩‍👧', 2],
    ['👍🏽', 2],
    ['\u{FFFD}', 1],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});
