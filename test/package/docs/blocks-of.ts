import { readFileSync } from 'node:fs';

/** A fenced block of a page of the docs. */
export interface Block {
  /** Empty for pictures, and for what programs say. */
  readonly language: string;
  readonly text: string;
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}
