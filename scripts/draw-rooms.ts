import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BUDGETS } from './budgets.ts';
import { drawHouse, drawPackages } from './draw-house.ts';
import { readImports } from './read-imports.ts';
import { countRoomLines } from './room-lines.ts';
import { HOUSES } from './rooms.ts';

const { values } = parseArgs({ options: { lower: { type: 'boolean', default: false } } });
const counts = [...countRoomLines()].toSorted(([one], [other]) => (one < other ? -1 : 1));
if (values.lower) writeFileSync('scripts/budgets.ts', loweredBudgets());
else {
  const packages = drawPackages(({ name }) => readImports(`packages/${name}/src`));
  const houses = HOUSES.map((house) => `${house.folder}\n\n${drawHouse(house)}`);
  process.stdout.write(`${[`packages\n\n${packages}`, ...houses, lineTable()].join('\n\n\n')}\n`);
}

function lineTable(): string {
  const rows = counts.map(([room, { product, tests }]) => {
    const [mostProduct = 0, mostTests = 0] = budgetOf(room);
    return `${room.padEnd(28)}${`${product} of ${mostProduct}`.padStart(18)}${`${tests} of ${mostTests}`.padStart(18)}`;
  });
  return `${'lines'.padEnd(28)}${'product'.padStart(18)}${'tests'.padStart(18)}\n\n${rows.join('\n')}`;
}

/** The budgets, where there are fewer lines now: what is saved is not spent again. */
function loweredBudgets(): string {
  const rows = counts.map(([room, { product, tests }]) => {
    const [mostProduct = product, mostTests = tests] = budgetOf(room);
    return `  ${/^\w+$/.test(room) ? room : `'${room}'`}: [${Math.min(product, mostProduct)}, ${Math.min(tests, mostTests)}],\n`;
  });
  const about =
    '/** How many lines a room may have at most: of the product, and of its tests. `npm run rooms -- --lower` lowers them. */';
  return `${about}\nexport const BUDGETS: Readonly<Record<string, readonly [product: number, tests: number]>> = {\n${rows.join('')}};\n`;
}

function budgetOf(room: string): readonly number[] {
  return BUDGETS[room] ?? [];
}
