import type { House, Package, Room } from './house.ts';
import type { Import } from './read-imports.ts';
import { HOUSES, PACKAGES } from './rooms.ts';

const NAME_WIDTH = 14;
const SERVICE = 'packages/server/src';

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

/** The rooms of a house, lowest first; those of a noun that the service has too are named alone. */
export function drawHouse({ folder, ground, rooms, roof = [] }: House): string {
  const nouns = new Set(folder === SERVICE ? [] : HOUSES.find((one) => one.folder === SERVICE)?.rooms.map(nameOf));
  const draw = (room: Room) => (nouns.has(room.name) ? room.name : drawRow(room));
  return [ground, rooms, roof]
    .filter((floor) => floor.length > 0)
    .map((floor) => floor.map(draw).join('\n'))
    .join('\n\n');
}

const nameOf = ({ name }: Room) => name;

function drawRow({ name, is }: Pick<Room, 'name' | 'is'>): string {
  return `${name.padEnd(NAME_WIDTH)}${is}`;
}
