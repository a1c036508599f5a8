import { dirname } from 'node:path';
import { placeOf } from './place-of.ts';
import type { Import } from './read-imports.ts';
import type { House, Package } from './rooms.ts';

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

/** What a package imports of another that it must not know, or past that one's entrance. */
export function findForeignImports({ name, knows }: Package, imports: readonly Import[]): string[] {
  const known = new Set(knows.map((one) => `@setpoint/${one}`));
  return imports.flatMap(({ from, to }) => {
    // A package may have more than one door.
    const owner = to.split('/').slice(0, 2).join('/');
    if (to.startsWith('@setpoint/') && !known.has(owner)) return [`${from} imports ${to}, which ${name} does not know`];
    const isOutside = /\.tsx?$/.test(to) && !to.startsWith(`packages/${name}/`);
    return isOutside ? [`${from} imports ${to}, which is not of its package`] : [];
  });
}
