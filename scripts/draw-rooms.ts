import { drawHouse, drawPackages } from './draw-house.ts';
import { readImports } from './read-imports.ts';
import { HOUSES } from './rooms.ts';

const packages = drawPackages(({ name }) => readImports(`packages/${name}/src`));
const houses = HOUSES.map((house) => `${house.folder}\n\n${drawHouse(house)}`);
process.stdout.write(`${[`packages\n\n${packages}`, ...houses].join('\n\n\n')}\n`);
