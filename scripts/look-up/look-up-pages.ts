import { readFileSync } from 'node:fs';
import { commandList } from './command-list.ts';
import { answersTable, ownErrorsTable, rejectionsTable, rulesTable } from './error-tables.ts';
import { eventList } from './event-list.ts';
import { limitTable } from './limit-table.ts';
import { shareTable } from './share-table.ts';
import { signTable } from './sign-table.ts';
import { syncClient } from './sync-client.ts';

type Part = (page: string) => string;

/** What is written from the code into pages of the docs, by page and by the name of the place in it. */
const PARTS: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  'docs/look-up/errors.md': {
    answers: answersTable,
    rules: rulesTable,
    rejections: rejectionsTable,
    'the command line': ownErrorsTable,
  },
  'docs/look-up/events.md': { types: eventList },
  'docs/look-up/configuration.md': { shares: shareTable },
  'docs/look-up/limits.md': { limits: limitTable },
  'docs/look-up/signs-and-units.md': { signs: signTable },
  'docs/look-up/commands.md': { commands: commandList },
};

/** Files of which all is written. */
const WHOLE: Readonly<Record<string, () => string>> = {
  'clients/python/src/setpoint/client.py': syncClient,
};

/** Each page and file that is written from the code, as it must be now. */
export function lookUpPages(): ReadonlyMap<string, string> {
  const pages = Object.entries(PARTS).map(([file, parts]): [string, string] => {
    const text = readFileSync(file, 'utf8');
    return [file, Object.entries(parts).reduce((page, [name, part]) => withPart(page, name, part(page)), text)];
  });
  return new Map([...pages, ...Object.entries(WHOLE).map(([file, text]): [string, string] => [file, text()])]);
}

function withPart(page: string, name: string, part: string): string {
  const [begin, end] = [`<!-- from the code: ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`there is no place for ${begin.trim()} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n${part}\n\n${page.slice(to)}`;
}

/** Pages that do not say what the code says now. */
export function findStalePages(): string[] {
  return [...lookUpPages()]
    .filter(([file, text]) => readFileSync(file, 'utf8') !== text)
    .map(([file]) => `${file} does not say what the code says: npm run look-up writes it anew`);
}
