import type { House, Package, Room } from './house.ts';
import { PACKAGES } from './rooms.ts';
import type { Import } from './read-imports.ts';

const NAME_WIDTH = 14;

/** The packages, each with those that it uses. */
export function drawPackages(importsOf: (one: Package) => readonly Import[]): string {
  const rows = PACKAGES.map((one) => {
    const imported = new Set(importsOf(one).map(({ to }) => to));
    const used = PACKAGES.map(({ name }) => name).filter((name) => imported.has(`@setpoint/${name}`));
    const uses = used.length === 0 ? [] : [`${' '.repeat(NAME_WIDTH)}uses ${used.join(', ')}`];
    return [drawRow(one), ...uses].join('\n');
  });
  return rows.join('\n');
}

/** The rooms of a house, lowest first. */
export function drawHouse({ ground, rooms, roof = [] }: House): string {
  return [ground, rooms, roof]
    .filter((floor) => floor.length > 0)
    .map((floor) => floor.map(drawRow).join('\n'))
    .join('\n\n');
}

function drawRow({ name, is }: Pick<Room, 'name' | 'is'>): string {
  return `${name.padEnd(NAME_WIDTH)}${is}`;
}
