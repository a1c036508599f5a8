import { basename, relative } from 'node:path';
import type { House, Room } from './house.ts';

/** Where a file stands in its house. */
export interface Place {
  readonly room: string;
  /** What is lower may be imported, and what is in the same room. */
  readonly level: number;
}

/** The rooms of a house that have a place of their own, with their levels. */
export function levelsOf({ ground, rooms, roof = [] }: House): (Room & { readonly level: number })[] {
  return [...ground, ...rooms, ...roof].map((room, level) => ({ ...room, level }));
}

const BELOW_ALL = -1;
const BESIDE = '(beside the rooms)';

/** Undefined where a folder has no row in `rooms.ts`. */
export function placeOf(house: House, file: string): Place | undefined {
  const path = relative(house.folder, file);
  const [room = ''] = path.split('/');
  if (room === path) return { room: BESIDE, level: isAbove(house, file) ? Infinity : BELOW_ALL };
  const found = levelsOf(house).find(({ name }) => name === room);
  return found === undefined ? undefined : { room, level: found.level };
}

function isAbove({ above }: House, file: string): boolean {
  return above === undefined || above.includes(basename(file, '.ts'));
}
