import { dirname } from 'node:path';
import { placeOf } from './place-of.ts';
import type { Import } from './read-imports.ts';
import type { Ban, House, Package } from './house.ts';

/** What goes upwards in a house, or comes from a folder that nobody declared. */
export function findUpwardImports(house: House, imports: readonly Import[]): string[] {
  const inside = imports.filter(({ to }) => to.startsWith(`${house.folder}/`));
  return inside.flatMap(({ from, to }) => {
    const [here, there] = [placeOf(house, from), placeOf(house, to)];
    if (here === undefined) return [`${dirname(from)} has no row in scripts/rooms.ts`];
    if (there === undefined) return [`${from} imports ${to}, which has no row in scripts/rooms.ts`];
    const isAllowed = there.level < here.level || there.room === here.room;
    return isAllowed ? [] : [`${from} imports ${to}, which is above it: scripts/rooms.ts has the order`];
  });
}

/** What a package imports of another that it must not know, past that one's entrance, or of tests. */
export function findForeignImports({ name, knows }: Package, imports: readonly Import[]): string[] {
  const known = new Set(knows.map((one) => `@setpoint/${one}`));
  return imports.flatMap(({ from, to }) => {
    // A package may have more than one door.
    const owner = to.split('/').slice(0, 2).join('/');
    if (to.startsWith('@setpoint/') && !known.has(owner)) return [`${from} imports ${to}, which ${name} does not know`];
    if (to.startsWith(`packages/${name}/testing/`)) return [`${from} imports ${to}, which is for tests`];
    const isOutside = /\.tsx?$/.test(to) && !to.startsWith(`packages/${name}/`);
    return isOutside ? [`${from} imports ${to}, which is not of its package`] : [];
  });
}

/** What nothing in a folder may import; a name that ends in `*` stands for all that begin so. */
export function findBannedImports({ folder, forbids, why }: Ban, imports: readonly Import[]): string[] {
  const isBanned = (to: string) =>
    forbids.some((name) => (name.endsWith('*') ? to.startsWith(name.slice(0, -1)) : to === name));
  return imports.flatMap(({ from, to }) =>
    from.startsWith(`${folder}/`) && isBanned(to) ? [`${from} imports ${to}: ${why}`] : [],
  );
}

/** Tests of a package know nothing of those of the whole; these enter a package by its doors. */
export function findPastDoors(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const isOfPackage = from.startsWith('packages/');
    const isWrong = isOfPackage ? /^(?:test|bench)\//.test(to) : /^packages\/[^/]+\/(?:src|testing)\//.test(to);
    if (!isWrong) return [];
    const rule = isOfPackage ? 'packages import nothing of test/' : 'tests enter a package by a door';
    return [`${from} imports ${to}: ${rule}, see test/README.md`];
  });
}
