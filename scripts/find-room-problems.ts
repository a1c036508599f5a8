import { findBannedImports, findForeignImports, findPastDoors, findUpwardImports } from './find-wrong-imports.ts';
import { readImports, readTestImports } from './read-imports.ts';
import { findForeignWrites, findUpwardReads, tableUses } from './table-uses.ts';
import { budgetProblems, countRoomLines } from './room-lines.ts';
import { BANS, HOUSES, PACKAGES } from './rooms.ts';

/** Wrong imports, writes to what another room owns, reads from below, and rooms beyond their budget. */
export function findRoomProblems(): string[] {
  return [
    ...HOUSES.flatMap((house) => findUpwardImports(house, readImports(house.folder))),
    ...PACKAGES.flatMap((one) => findForeignImports(one, readImports(`packages/${one.name}/{src,seeding}`))),
    ...BANS.flatMap((ban) => findBannedImports(ban, readImports(ban.folder))),
    ...findPastDoors(readTestImports()),
    ...findForeignWrites(tableUses()),
    ...findUpwardReads(tableUses()),
    ...budgetProblems(countRoomLines()),
  ];
}
