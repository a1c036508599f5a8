import { openSqliteStore } from '../../packages/server/src/store/sqlite/open-sqlite-store.ts';
import { WRITES_URL } from '../../packages/server/src/writes.ts';
import { OPERATIONS } from './operations.ts';

// A process of its own: changes the registry of a file at random, until somebody kills it.
const [databasePath = '', seed = '1'] = process.argv.slice(2);
const store = await openSqliteStore({
  databasePath,
  writesUrl: WRITES_URL,
  onFatal: (cause) => {
    throw cause;
  },
});
let state = Number(seed);
function draw(most: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * most);
}
process.stdout.write('ready\n');
for (let now = Number(seed) * 100_000; ; now += 4) {
  const steps = [0, 1, 2, 3].map(async (index) =>
    OPERATIONS[draw(OPERATIONS.length)]?.(
      store,
      { what: 0, client: draw(4), site: draw(4), flag: draw(2) === 1 },
      now + index,
    ),
  );
  await Promise.allSettled(steps);
}
