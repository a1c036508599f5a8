import { describe, expect, it } from 'vitest';
import { findRegexes } from './find-regexes.ts';
import { isLinear } from './is-linear.ts';

describe('the regular expressions of a file', () => {
  it('are its literals and the patterns of its schemas', () => {
    const text = String.raw`
      const words = (text: string) => text.split(/\s+/u);
      const schema = Type.String({ pattern: '^a+$', description: 'a' });
      const other = { pattern: String.raw${'`^\\x21+$`'} };
    `;
    const { regexes, built } = findRegexes('a.ts', text);
    expect(regexes.map(({ source, flags }) => `/${source}/${flags}`).sort()).toEqual([
      String.raw`/\s+/u`,
      String.raw`/^\x21+$/u`,
      '/^a+$/u',
    ]);
    expect(built).toBe(0);
  });

  it('may be built from others, which is told', () => {
    expect(findRegexes('a.ts', 'new RegExp(part + part)').built).toBe(1);
  });
});

// The first of them let a header of 15 kB from anybody hold the process for 90 ms.
it.each([String.raw`\s*;\s*q=`, String.raw`^(a+)+$`, String.raw`^\s*(.*?)\s*$`, String.raw`/+$`])(
  '/%s/ is not linear',
  async (source) => {
    expect(await isLinear(source, '')).toBe(false);
  },
);

it.each([String.raw`^\d{1,9}$`, String.raw`^bearer +(\S+)$`, '^[^;]*;'])('/%s/ is linear', async (source) => {
  expect(await isLinear(source, 'i')).toBe(true);
});
