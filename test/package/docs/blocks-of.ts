import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A fenced block of a page of the docs. */
export interface Block {
  /** Empty for pictures, and for what programs say. */
  readonly language: string;
  readonly text: string;
  /** Below a block for a shell: what that says. */
  readonly says?: string;
}

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const FILES = new Map(globSync('**/*.md', { cwd: DOCS }).map((file) => [basename(file, '.md'), `${DOCS}${file}`]));

/** The names of all pages, whatever folder they are in. */
export const PAGE_NAMES: readonly string[] = [...FILES.keys()].toSorted();

export function blocksOf(page: string): Block[] {
  const text = readFileSync(FILES.get(page) ?? page, 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```\n(?:\n```\n([^]*?)^```$)?/gm)];
  return blocks.flatMap(([, language = '', block = '', output]) =>
    language === 'sh' && output !== undefined
      ? [{ language, text: block, says: output }]
      : [{ language, text: block }, ...(output === undefined ? [] : [{ language: '', text: output }])],
  );
}
