import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDoors } from './read-doors.ts';

/** Pages that the table of contents does not name, or not once, and names without a page. */
export function findUnlisted(docs: string): string[] {
  const doors = readDoors(readFileSync(join(docs, 'README.md'), 'utf8'));
  const files = doors.flatMap(({ entries }) => entries.map(({ file }) => file));
  const there = globSync('*/*.md', { cwd: docs });
  return [
    ...there.filter((file) => !files.includes(file)).map((file) => `docs/README.md: ${file} is listed under no door`),
    ...files.filter((file, at) => files.indexOf(file) !== at).map((file) => `docs/README.md: ${file} is listed twice`),
    ...files.filter((file) => !existsSync(join(docs, file))).map((file) => `docs/README.md: there is no ${file}`),
  ];
}
