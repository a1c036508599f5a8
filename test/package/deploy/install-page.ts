import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../../docs/learn/install.md', import.meta.url));

/** What people paste: the shell blocks below a heading of docs/learn/install.md, in order. */
export function installBlocks(heading: string): string[] {
  const [, section] = readFileSync(PAGE, 'utf8').split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`${PAGE} has no section ${heading}`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

/** Headings below which there are commands; each has a test. */
export function installHeadings(): string[] {
  const sections = readFileSync(PAGE, 'utf8').split('\n## ').slice(1);
  return sections.filter((text) => text.includes('```sh\n')).map((text) => text.split('\n')[0] ?? '');
}
