import { globSync, readFileSync } from 'node:fs';
import { type ParserOptions, parseSync, Visitor } from 'oxc-parser';

/** A text that a user meets, and the line where it begins. */
export interface UserText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

// Evidence and pages for developers are left out.
const PAGES = [
  'README.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/{learn,do,look-up,understand}/*.md',
  'packages/*/README.md',
  'clients/python/README.md',
];
const SOURCES = 'packages/{contract,core,server,client,cli,controller,conformance,console}/src/**/*.{ts,tsx}';
const NO_SOURCES = /\.test\.tsx?$|\/migrations\//;
// A name, a class, a key or a path has no two words.
const WORDS = /\S \S/;

/** Every text for users: of the pages for them, and of the program. */
export function userTexts(): UserText[] {
  const pages = globSync(PAGES);
  const sources = globSync(SOURCES).filter((file) => !NO_SOURCES.test(file));
  return [
    ...pages.toSorted().flatMap((file) => textsOfPage(file, readFileSync(file, 'utf8'))),
    ...sources.toSorted().flatMap((file) => textsOfSource(file, readFileSync(file, 'utf8'))),
  ];
}

/** The lines of a page, without its blocks of code. */
export function textsOfPage(file: string, page: string): UserText[] {
  let isCode = false;
  return page.split('\n').flatMap((text, index) => {
    const isFence = /^\s*```/.test(text);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? [] : [{ file, line: index + 1, text }];
  });
}

const OPTIONS: ParserOptions = { sourceType: 'module' };

/** What a program says: its strings, and the texts of its pages. */
export function textsOfSource(file: string, source: string): UserText[] {
  const found: { start: number; text: string }[] = [];
  const take = (start: number, text: string) => WORDS.test(text) && found.push({ start, text: text.trim() });
  new Visitor({
    Literal: ({ start, value }) => void (typeof value === 'string' && take(start, value)),
    TemplateLiteral: ({ start, quasis }) => void take(start, quasis.map(({ value }) => value.cooked ?? '').join('…')),
    JSXText: ({ start, value }) => void take(start, value.replaceAll(/\s+/g, ' ')),
  }).visit(parseSync(file, source, OPTIONS).program);
  return found.map(({ start, text }) => ({ file, line: source.slice(0, start).split('\n').length, text }));
}
