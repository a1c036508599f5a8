import { levelsOf, placeOf } from './place-of.ts';
import type { Import } from './read-imports.ts';
import type { House, Package, Room } from './house.ts';
import { PACKAGES } from './rooms.ts';

const NAME_WIDTH = 14;
const LINE_WIDTH = 110;

/** The packages, each with those that it uses. */
export function drawPackages(importsOf: (one: Package) => readonly Import[]): string {
  const rows = PACKAGES.map((one) => {
    const used = new Set(importsOf(one).map(({ to }) => to));
    return drawRow(
      one,
      PACKAGES.map(({ name }) => name).filter((name) => used.has(`@setpoint/${name}`)),
    );
  });
  return rows.join('\n');
}

/** The rooms of a house, lowest first, each with those that it uses; of the rooms' use of the ground nothing is said. */
export function drawHouse(house: House, imports: readonly Import[]): string {
  const { ground, rooms, roof = [] } = house;
  const rows = (floor: readonly Room[]) => floor.map((room) => drawRow(room, usesOf(room))).join('\n');
  return [rows(ground), rows(rooms), rows(roof)].filter((floor) => floor !== '').join('\n\n');

  function usesOf({ name }: Room): string[] {
    const isGround = ground.some((one) => one.name === name);
    const ours = imports.filter(({ from }) => placeOf(house, from)?.room === name);
    const used = new Set(ours.map(({ to }) => placeOf(house, to)?.room));
    const shown = levelsOf(house).filter((one) => isGround || one.level >= ground.length);
    return shown.map((one) => one.name).filter((one) => one !== name && used.has(one));
  }
}

function drawRow({ name, is }: Pick<Room, 'name' | 'is'>, uses: readonly string[]): string {
  const indent = ' '.repeat(NAME_WIDTH);
  const row = `${name.padEnd(NAME_WIDTH)}${is}`;
  return uses.length === 0 ? row : [row, ...wrap(`uses ${uses.join(', ')}`, indent)].join('\n');
}

function wrap(text: string, indent: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > LINE_WIDTH - indent.length) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line);
}
