import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { levelsOf } from './place-of.ts';
import { BANS, HOUSES, type House, type Package, PACKAGES } from './rooms.ts';

type Pattern = ({ readonly group: readonly string[] } | { readonly regex: string }) & { readonly message: string };

/** An entry of `overrides` in the configuration of the linter. */
interface Entry {
  readonly files: readonly string[];
  readonly excludeFiles: readonly string[];
  readonly rules: { readonly 'no-restricted-imports': readonly ['error', { readonly patterns: readonly Pattern[] }] };
}

const TESTS = ['**/*.test.ts', 'packages/*/testing/**'];

/** What holds packages and rooms in their order. The last entry for a file wins: each repeats what holds around it. */
export function lintOfRooms(): Entry[] {
  const whole = [...PACKAGES.map(folderOf), ...HOUSES.map(({ folder }) => folder)];
  const parts = BANS.filter(
    ({ folder }) => !whole.includes(folder) && !HOUSES.some((house) => folder.startsWith(house.folder)),
  );
  return [
    ...PACKAGES.map((one) => entryOf(`packages/${one.name}/src/**`, patternsOf(folderOf(one)))),
    ...HOUSES.flatMap(entriesOfHouse),
    ...parts.map(({ folder }) => entryOf(`${folder}/**`, patternsOf(folder))),
    ...DOORS,
  ];
}

/** Tests of the packages know nothing of those of the whole; these enter a package by its door, or by that for tests. */
const DOORS: readonly Entry[] = [
  doorOf(TESTS, '^(\\.\\./)+(test|bench)/', 'packages import nothing of test/: see test/README.md'),
  doorOf(
    ['test/**', 'bench/**'],
    '^(\\.\\./)+packages/[^/]+/(src|testing)/',
    'tests enter a package by a door: see test/README.md',
  ),
];

function doorOf(files: readonly string[], regex: string, message: string): Entry {
  return { files, excludeFiles: [], rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] } };
}

function folderOf({ name }: Package): string {
  return `packages/${name}/src`;
}

function entriesOfHouse(house: House): Entry[] {
  const levels = levelsOf(house);
  return levels.flatMap(({ name, level }) => {
    const above = levels.filter((other) => other.level > level).map((other) => other.name);
    return depthsOf(house, name).map(({ files, up }) =>
      entryOf(
        files,
        patternsOf(`${house.folder}/${name}`, [
          ...(above.length === 0 ? [] : [`${up}(${above.join('|')})/`]),
          `${up}${house.above === undefined ? '[^/]+' : `(${house.above.join('|')})`}\\.ts$`,
        ]),
      ),
    );
  });
}

/** The files of a room, and those of its own folders, from which the way up to the other rooms is longer. */
function depthsOf({ folder }: House, room: string) {
  const nested = globSync(`${folder}/${room}/*/*.ts`);
  const flat = { files: `${folder}/${room}/*`, up: '\\.\\./' };
  return nested.length === 0 ? [flat] : [flat, { files: `${folder}/${room}/*/**`, up: '\\.\\./\\.\\./' }];
}

function patternsOf(folder: string, above: readonly string[] = []): Pattern[] {
  const isIn = (outer: string) => `${folder}/`.startsWith(`${outer}/`);
  const { name = '', knows = [] } = PACKAGES.find((one) => isIn(folderOf(one))) ?? {};
  const order = `${basename(folder)} imports what is below it, never what is above: see scripts/rooms.ts`;
  const bans = BANS.filter((ban) => isIn(ban.folder)).map(({ forbids, why }) => ({ group: forbids, message: why }));
  const others = PACKAGES.map((one) => one.name).filter((one) => !knows.includes(one));
  return [
    ...bans,
    {
      group: others.map((one) => `@setpoint/${one}`),
      message: `${name} imports ${listOf(knows)}: see scripts/rooms.ts`,
    },
    {
      regex: '^(\\.\\./)+(packages|test|bench|scripts)/|/testing/',
      message: 'the product imports nothing of its tests',
    },
    ...(above.length === 0 ? [] : [{ regex: `^(${above.join('|')})`, message: order }]),
  ];
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'no other package' : `${names.join(', ')} and no other package`;
}

function entryOf(files: string, patterns: readonly Pattern[]): Entry {
  return { files: [files], excludeFiles: TESTS, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}
