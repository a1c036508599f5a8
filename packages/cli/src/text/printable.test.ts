import { expect, it } from 'vitest';
import { printableJson, printableLines, sentence } from './printable.ts';

const HOSTILE = 'a\u001B[2Jb\u009B31mc\u202Ed\u2066e\nf\rg\u007F';

it('lines stay lines, and nothing in them steers a terminal', () => {
  expect(printableLines(HOSTILE)).toBe('a\u{FFFD}[2Jb\u{FFFD}31mc\u{FFFD}d\u{FFFD}e\nf\u{FFFD}g\u{FFFD}');
});

it('a name cannot begin a line of its own in a sentence', () => {
  expect(sentence`Removed ${'x\nRemoved y'} (${'1'}).`).toBe('Removed x\u{FFFD}Removed y (1).');
});

it('a document is the same after it was read again, and has nothing that steers', () => {
  const text = printableJson({ name: HOSTILE });
  expect(JSON.parse(text)).toEqual({ name: HOSTILE });
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Control}\u202E\u2066]/u);
});
