import type { Entry } from './entry.ts';

const LINE = /^- \[([^\]]+)\]\(([^)\s]+)\.md\)/;

/** The pages that the contents of the docs (llms.txt) list. */
export function docsEntries(contents: string, address: string): readonly Entry[] {
  return contents.split('\n').flatMap((line) => {
    const [, label, page] = LINE.exec(line) ?? [];
    if (label === undefined || page === undefined) return [];
    return [{ href: new URL(`${page}.html`, address).pathname, label, kind: 'Docs' as const }];
  });
}
