import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const SOURCES = [
  'packages/*/{src,seeding}/**/*.{ts,tsx}',
  'packages/*/testing/*.ts',
  'test/**/*.ts',
  'bench/**/*.ts',
  'scripts/*.ts',
];
// Names that say which part of a room a file is, and those of several rows of one kind.
const ROLE =
  /^(schema|operations|settings|answers|writes|fields|refusals|index|main|rooms|\d{4}-.+|.+-(answers|routes|room|rows|thread))$/;
const EXPORT = /^export (?:default )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

/** Files that are named neither for something that they export nor for their role; a program exports nothing. */
export function findMisnamed(): string[] {
  const files = globSync(SOURCES).filter((file) => !/\.(test|d)\.tsx?$/.test(file));
  return files.toSorted().flatMap((file) => {
    const name = basename(file).replace(/\.tsx?$/, '');
    const exported = exportsOf(readFileSync(file, 'utf8'));
    const isNamed =
      exported.length === 0 ||
      ROLE.test(name) ||
      exported.some((one) => plain(one) === plain(name)) ||
      isFamily(name, exported);
    return isNamed ? [] : [`${file} is named for none of its exports: ${exported.join(', ')}`];
  });
}

/** Several that do the same to different things: `note-commands.ts` exports `noteHeld` and `noteReleased`. */
function isFamily(name: string, exported: readonly string[]): boolean {
  const [verb = ''] = name.split('-');
  return exported.length > 1 && exported.every((one) => one.startsWith(verb) && one !== verb);
}

function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(EXPORT)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) => names.split(','));
  return [
    ...declared,
    ...listed.map((one) => one.replace(/^.*\bas\b|\btype\b/, '').trim()).filter((one) => one !== ''),
  ];
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
