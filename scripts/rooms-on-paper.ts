import { readFileSync } from 'node:fs';
import { drawHouse, drawPackages } from './draw-house.ts';
import { findBannedImports, findForeignImports, findPastDoors, findUpwardImports } from './find-wrong-imports.ts';
import { readImports, readTestImports } from './read-imports.ts';
import { findForeignWrites, findUpwardReads, tableUses } from './table-uses.ts';
import { BANS, HOUSES, PACKAGES } from './rooms.ts';

const DOCUMENT = 'docs/develop/rooms.md';

/** The page of the rooms, as `rooms.ts` and the imports themselves say. */
export function roomsOnPaper(): ReadonlyMap<string, string> {
  const packages = drawPackages(({ name }) => readImports(`packages/${name}/src`));
  let text = withPicture(readFileSync(DOCUMENT, 'utf8'), 'the repository', packages);
  for (const house of HOUSES) text = withPicture(text, house.folder, drawHouse(house));
  return new Map([[DOCUMENT, text]]);
}

function withPicture(text: string, name: string, picture: string): string {
  const [begin, end] = [`<!-- rooms of ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`${DOCUMENT} has no place for ${begin.trim()} and ${end}`);
  return `${text.slice(0, from + begin.length)}\`\`\`\n${picture}\n\`\`\`\n${text.slice(to)}`;
}

/** Wrong imports, writes to what another room owns, reads from below, and what on paper is not so any more. */
export function findRoomProblems(): string[] {
  const stale = [...roomsOnPaper()].filter(([file, text]) => readFileSync(file, 'utf8') !== text);
  return [
    ...HOUSES.flatMap((house) => findUpwardImports(house, readImports(house.folder))),
    ...PACKAGES.flatMap((one) => findForeignImports(one, readImports(`packages/${one.name}/{src,seeding}`))),
    ...BANS.flatMap((ban) => findBannedImports(ban, readImports(ban.folder))),
    ...findPastDoors(readTestImports()),
    ...findForeignWrites(tableUses()),
    ...findUpwardReads(tableUses()),
    ...stale.map(([file]) => `${file} does not show the rooms as they are: npm run rooms writes it anew`),
  ];
}
